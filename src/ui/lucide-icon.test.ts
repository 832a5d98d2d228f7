import Heart, * as module from 'lucide-react/icons/heart'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createLucideIcon } from './lucide-icon.ts'

const { __iconData } = module as unknown as { __iconData: Parameters<typeof createLucideIcon>[0] }

const withoutClasses = (html: string) => html.replaceAll(/\blucide[\w-]* ?/g, '').replace(' class=""', '')

const attributesOf = (html: string) =>
  withoutClasses(html)
    .split(/(?<=>)/)
    .map((tag) => [...tag.matchAll(/[\w-]+="[^"]*"|<\/?\w+/g)].map(String).sort())

it.each([
  ['as it is', {}],
  ['in a size and a colour', { size: 16, className: 'text-gold', strokeWidth: 1.5 }],
  ['with words for those who listen', { 'aria-label': 'Saved', role: 'img' }],
])("an icon in the built shop looks like lucide's, %s", (_, given) => {
  const drawn = renderToStaticMarkup(createElement(createLucideIcon(__iconData), given))
  expect(drawn).toContain('<path d=')
  expect(attributesOf(drawn)).toEqual(attributesOf(renderToStaticMarkup(createElement(Heart, given))))
})
