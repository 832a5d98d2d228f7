import { expect, it, onTestFinished, vi } from 'vitest'
import { choosePrimary, createTimelineFence, type ServerState, SplitBrainError } from './server-state.server.ts'

const aServer = (state: Partial<ServerState> = {}): { state: ServerState } => ({
  state: { isReadOnly: false, isSynchronous: true, startedAt: 'monday', systemId: '7', timeline: 1, ...state },
})
const standby = aServer({ isReadOnly: true, startedAt: 'tuesday', timeline: null })
const promoted = aServer({ startedAt: 'tuesday', timeline: 2 })

it('the primary is the server that accepts writes, and after a promotion the promoted one', () => {
  const primary = aServer()
  expect(choosePrimary([standby, primary])).toBe(primary)
  expect(choosePrimary([primary, promoted])).toBe(promoted)
  expect(choosePrimary([standby])).toBeUndefined()
  expect(choosePrimary([])).toBeUndefined()
})

it('two addresses of one server are no split brain', () => {
  const poolers = [aServer(), aServer()]
  expect(choosePrimary(poolers)).toBe(poolers[0])
})

it.each([
  ['on one timeline', aServer({ startedAt: 'tuesday' })],
  ['of two clusters', aServer({ startedAt: 'tuesday', systemId: '8', timeline: 2 })],
])('two servers %s that accept writes are a split brain: none is used', (_what, other) => {
  expect(() => choosePrimary([aServer(), other])).toThrow(SplitBrainError)
})

it('an old primary that returns is refused, also when no other server answers', () => {
  const fence = createTimelineFence()
  const old = aServer().state
  expect([fence.isCurrent(old), fence.isOld(old)]).toEqual([false, false])
  fence.remember(old)
  expect([fence.isCurrent(old), fence.isOld(old)]).toEqual([true, false])
  fence.remember(promoted.state)
  expect([fence.isCurrent(old), fence.isOld(old)]).toEqual([false, true])
  expect(fence.isCurrent({ ...promoted.state, isReadOnly: true })).toBe(false)
})

it('another cluster, as after a major upgrade, is accepted and logged', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  const fence = createTimelineFence()
  fence.remember(promoted.state)
  const upgraded = aServer({ systemId: '8' }).state
  expect(fence.isOld(upgraded)).toBe(false)
  fence.remember(upgraded)
  expect(String(warned.mock.calls)).toContain('another cluster')
})

it('a service that tells no timeline still has a primary', () => {
  const primary = aServer({ systemId: undefined, timeline: undefined })
  const fence = createTimelineFence()
  fence.remember(primary.state)
  expect(choosePrimary([standby, primary])).toBe(primary)
  expect(fence.isCurrent(primary.state)).toBe(true)
})
