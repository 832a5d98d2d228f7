import type { LinkProps } from '@tanstack/react-router'

/** The main navigation, in the header, the mobile menu and the footer. A new page adds its line here. */
export const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Products' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[]

/** Home is active only on exactly `/`; every other entry also on the pages below it. */
export function activeOptionsOf(to: string) {
  return { exact: to === '/', includeSearch: false }
}
