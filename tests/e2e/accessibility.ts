import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { routes } from '#src/app/routes.ts'
import { findProductOnSale } from './customer.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Every screen of the route table, so that new screens are checked too. */
export async function listAllPaths(page: Page): Promise<string[]> {
  const { id } = await findProductOnSale(page)
  const screens = (routes.children ?? []).map((screen) => ('path' in screen && screen.path ? screen.path : '/'))
  return screens.map((path) => path.replace('$id', String(id)).replace('$category', 'dark'))
}

/** No axe violation and no horizontal scrolling. */
export async function expectAccessible(page: Page, what: string) {
  // Colours are checked after all transitions.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  // Legacy mode: the other one opens an empty page each time for cross-origin frames, which we do not have.
  // Half of the time would be its own loading, so a page loads it once.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) }).setLegacyMode(true)
  axe.options({ runOnly: STANDARDS, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, what).toEqual([])
  await expectFitsWidth(page, what)
}

export async function expectFitsWidth(page: Page, what: string) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${what}: pixels to scroll sideways`).toBeLessThanOrEqual(0)
}

/** A phone and a desktop; at the sizes of 200% and 400% zoom (WCAG) a page need only fit. */
export async function expectAccessibleAtWidths(page: Page, what: string) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${what} at ${width} pixels`)
  }
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 450 })
    await expectFitsWidth(page, `${what} at ${width} pixels`)
  }
}
