import { globSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SHOWCASES } from './parts.tsx'
import { ShowcaseSection } from './showcase.tsx'

it('the gallery shows every component of src/ui', async () => {
  const files = globSync('src/ui/**/*.tsx').filter((file) => !file.includes('.test.'))
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `#${file}`)))
  const components = modules
    .flatMap((module: object) => Object.entries(module))
    .filter(([name, value]) => /^[A-Z][a-z]/.test(name) && typeof value === 'function')
  const shown = new Set<unknown>(SHOWCASES.flatMap(({ of }) => of))
  expect(components.length).toBeGreaterThan(30)
  expect(components.filter(([, component]) => !shown.has(component)).map(([name]) => name)).toEqual([])
})

it.each(SHOWCASES.map((showcase) => [showcase.of[0].name, showcase] as const))(
  '%s is drawn in each state',
  (_, showcase) => {
    const html = renderToStaticMarkup(createElement(ShowcaseSection, showcase))
    for (const state of Object.keys(showcase.states)) expect(html).toContain(`>${state}</figcaption>`)
  },
)
