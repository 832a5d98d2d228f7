import { createElement, type SVGProps } from 'react'

type Drawing = { node: [tag: string, shape: Record<string, string>][] }

type DrawnProps = SVGProps<SVGSVGElement> & { size?: number | string }

/** Replaces lucide's builder in the build (scripts/vite), which is larger than all icons of a page. */
export function createLucideIcon({ node }: Drawing) {
  const shapes = node.map(([tag, { key: _, ...shape }]) => createElement(tag, shape))
  return function Icon({ size = 24, ...given }: DrawnProps) {
    const isSpoken = given['aria-label'] || given.role || given.children
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isSpoken ? undefined : 'true',
        ...given,
      },
      ...shapes,
      given.children,
    )
  }
}
