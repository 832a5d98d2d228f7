import type { LinkProps } from '@tanstack/react-router'

export const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Products' },
  { to: '/community-stories', label: 'Stories' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[]

export const FOOTER_PAGES = [
  { to: '/emotion-chocolates', label: 'Find your mood match' },
  { to: '/mood-tracker', label: 'Mood tracker' },
  { to: '/traceability', label: 'Ingredient traceability' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[]

export const SERVICE_PAGES = [
  { to: '/orders', label: 'Your orders' },
  { to: '/cart', label: 'Your cart' },
  { to: '/about', hash: 'privacy', label: 'Privacy' },
] as const satisfies readonly (Pick<LinkProps, 'to' | 'hash'> & { label: string })[]

/** Home is active only on `/`; other entries also on pages below them. */
export function activeOptionsOf(to: string) {
  return { exact: to === '/', includeSearch: false }
}
