import type { LinkProps } from '@tanstack/react-router'

/** The main navigation, in the header, the mobile menu and the footer. A new page adds its line here. */
export const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Products' },
  { to: '/community-stories', label: 'Stories' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[]

/** What stands in the footer only, after the main navigation. */
export const FOOTER_PAGES = [
  { to: '/emotion-chocolates', label: 'Find your mood match' },
  { to: '/mood-tracker', label: 'Mood tracker' },
  { to: '/traceability', label: 'Ingredient traceability' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[]

/** Home is active only on exactly `/`; every other entry also on the pages below it. */
export function activeOptionsOf(to: string) {
  return { exact: to === '/', includeSearch: false }
}
