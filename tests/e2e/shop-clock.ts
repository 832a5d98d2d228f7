import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'

/** Environment of a shop whose clock starts there. Its embedded database asks the same clock for `now()`. */
export function runShopFrom(start: Date): Record<string, string> {
  return { NODE_OPTIONS: `--require="${fileURLToPath(import.meta.url)}"`, CLOCK_AHEAD_MS: String(aheadOf(start)) }
}

/** Moves the clock of the browser to that of the shop. */
export async function runBrowserFrom(context: BrowserContext, start: Date): Promise<void> {
  await context.addInitScript(shiftClock, aheadOf(start))
}

const aheadOf = (start: Date) => start.getTime() - Date.now()

/** Runs in the shop, in its worker and in the browser, so it uses nothing from outside. */
function shiftClock(byMs: number): void {
  const machineNow = Date.now
  Date.now = () => machineNow() + byMs
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts, made) => Reflect.construct(target, parts.length > 0 ? parts : [Date.now()], made),
  })
}

/** Node loads this file into the shop before anything else. */
if (process.env.CLOCK_AHEAD_MS) shiftClock(Number(process.env.CLOCK_AHEAD_MS))
