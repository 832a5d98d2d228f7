import { describe, expect, it } from 'vitest'
import { MAX_MOOD_ENTRIES, MOOD_HISTORY_KEY, TRACKER_MOODS } from './mood-entries.ts'
import { createMoodHistory } from './mood-history-store.ts'

const [happy, excited] = TRACKER_MOODS
const NOON = Date.parse('2026-11-21T12:00:00+05:30')
const at = (minute: number) => new Date(NOON + minute * 60_000)

function memory(items: Record<string, string> = {}) {
  return {
    items,
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => {
      items[key] = text
    },
    removeItem: (key: string) => {
      delete items[key]
    },
  }
}
const storedIn = ({ items }: ReturnType<typeof memory>) => JSON.parse(items[MOOD_HISTORY_KEY] ?? 'null')

if (!happy || !excited) throw new Error('There are moods')

describe('the mood history', () => {
  it('is stored as a plain list under the key of the specification, newest first', () => {
    const storage = memory()
    const history = createMoodHistory(storage)
    const first = history.addEntry(happy, at(0))
    const second = history.addEntry(excited, at(1))
    expect(Object.keys(storage.items)).toEqual(['chocolate-mood-history'])
    expect(storedIn(storage)).toEqual([second, first])
    expect(history.store.getState().entries).toEqual([second, first])
  })

  it('is empty before the storage is read, so that hydration matches the server', () => {
    const history = createMoodHistory(memory({ [MOOD_HISTORY_KEY]: '[]' }))
    expect(history.store.getState().entries).toBeUndefined()
    history.refresh()
    expect(history.store.getState().entries).toEqual([])
    expect(history.store.getInitialState().entries).toBeUndefined()
  })

  it('keeps fifty and drops the oldest', () => {
    const history = createMoodHistory(memory())
    for (let minute = 0; minute < 60; minute += 1) history.addEntry(happy, at(minute))
    const entries = history.store.getState().entries ?? []
    expect(entries).toHaveLength(MAX_MOOD_ENTRIES)
    expect(entries.at(-1)?.timestamp).toBe(at(10).toISOString())
  })

  it('does not lose what another tab wrote', () => {
    const storage = memory()
    const [here, there] = [createMoodHistory(storage), createMoodHistory(storage)]
    here.refresh()
    there.addEntry(happy, at(0))
    here.addEntry(excited, at(1))
    expect(storedIn(storage)).toHaveLength(2)
  })

  it('removes one entry and only that', () => {
    const history = createMoodHistory(memory())
    const first = history.addEntry(happy, at(0))
    history.removeEntry(history.addEntry(excited, at(1)).id)
    expect(history.store.getState().entries).toEqual([first])
  })

  it('is restored completely from its export, and counts only new entries', () => {
    const storage = memory()
    const history = createMoodHistory(storage)
    for (let minute = 0; minute < 50; minute += 1) history.addEntry(happy, at(minute))
    const exported = history.store.getState().entries ?? []
    history.clear()
    expect(storage.items).toEqual({})
    expect(history.store.getState().entries).toEqual([])
    expect(history.importEntries(exported)).toBe(50)
    expect(history.store.getState().entries).toEqual(exported)
    expect(history.importEntries(exported)).toBe(0)
  })

  it('lasts as long as the page when the browser has no storage', () => {
    const history = createMoodHistory(undefined)
    history.addEntry(happy, at(0))
    history.addEntry(happy, at(1))
    expect(history.store.getState().entries).toHaveLength(2)
  })
})
