import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { createServiceManager } from './systemd-notify.server.ts'

const SOCKET = '/run/systemd/notify'
const PERIOD_MS = 90

/** A machine whose `systemd-notify` writes down what it is sent, and to which socket. */
function createMachine({ isAlive = () => true, ...changes }: { isAlive?: () => boolean; NOTIFY_SOCKET?: string } = {}) {
  const folder = temporaryFolder()
  const record = path.join(folder, 'record')
  writeFileSync(path.join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${record}'\n`, {
    mode: 0o755,
  })
  const variables = { PATH: folder, NOTIFY_SOCKET: SOCKET, WATCHDOG_USEC: String(PERIOD_MS * 1000), ...changes }
  const manager = createServiceManager(variables, isAlive)
  onTestFinished(() => manager.stopping())
  const lines = () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [])
  return { manager, lines, feeds: () => lines().filter((line) => line === `${SOCKET} WATCHDOG=1`).length }
}

it('the shop tells systemd that it is open, then feeds the watchdog until it stops', async () => {
  const { manager, lines, feeds } = createMachine()
  await manager.ready()
  expect(lines()).toEqual([`${SOCKET} READY=1`])
  await vi.waitFor(() => expect(feeds()).toBeGreaterThan(2), { timeout: 30_000 })
  await manager.stopping()
  expect(lines()).toContain(`${SOCKET} STOPPING=1`)
  const before = feeds()
  await new Promise((resolve) => setTimeout(resolve, PERIOD_MS * 3))
  // One may have been on its way.
  expect(feeds() - before).toBeLessThan(2)
})

it('the watchdog starves while the jobs hang, and is fed again when they run', async () => {
  let isAlive = false
  const { manager, lines, feeds } = createMachine({ isAlive: () => isAlive })
  await manager.ready()
  await new Promise((resolve) => setTimeout(resolve, PERIOD_MS * 3))
  expect(lines()).toEqual([`${SOCKET} READY=1`])
  isAlive = true
  await vi.waitFor(() => expect(feeds()).toBeGreaterThan(0), { timeout: 30_000 })
})

it('without systemd nothing is notified', async () => {
  const { manager, lines } = createMachine({ NOTIFY_SOCKET: '' })
  await manager.ready()
  await manager.stopping()
  expect(lines()).toEqual([])
})

it('a shop that cannot notify systemd goes on, and says why', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warnings.mockRestore())
  const manager = createServiceManager({ NOTIFY_SOCKET: SOCKET, PATH: temporaryFolder() }, () => true)
  await manager.ready()
  expect(warnings.mock.calls[0]?.[0]).toBe('systemd could not be notified')
})
