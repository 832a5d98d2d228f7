import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type EventLoopLag, watchEventLoopLag } from './event-loop-lag.server.ts'

const WINDOW_MS = 200

function watch() {
  const lag = watchEventLoopLag(WINDOW_MS)
  onTestFinished(lag.stop)
  return lag
}

function block(ms: number) {
  for (const began = performance.now(); performance.now() - began < ms; );
}

/** The window of the stall may end before or after the next reading. */
async function seesAStall(lag: EventLoopLag) {
  block(100)
  await vi.waitFor(() => expect(lag.p99()).toBeGreaterThan(60), { timeout: WINDOW_MS * 4, interval: 20 })
}

describe('the event loop lag', () => {
  it('that requests read shows each short stall of the last window', async () => {
    const lag = watch()
    lag.p99()
    await sleep(WINDOW_MS * 1.2)
    await seesAStall(lag)
  })

  it('that was not read before shows a long stall', async () => {
    const lag = watch()
    await sleep(WINDOW_MS * 12)
    block(WINDOW_MS + 1000)
    await sleep(1)
    expect(lag.latest()).toBeGreaterThan(900)
    expect(lag.p99()).toBeGreaterThan(900)
    expect(lag.sustained()).toBeLessThan(900)
  })

  it('is measured finely again after a pause, which does not count as a stall', async () => {
    const lag = watch()
    lag.p99()
    await sleep(WINDOW_MS * 14)
    lag.p99()
    await sleep(WINDOW_MS)
    expect(lag.p99()).toBeLessThan(500)
    await seesAStall(lag)
  })
})
