import { describe, expect, it } from 'vitest'
import { MAX_MOOD_ENTRIES, MOOD_HISTORY_KEY, TRACKER_MOODS } from './mood-entries.ts'
import { createMoodHistory } from './mood-history-store.ts'

const [happy, excited] = TRACKER_MOODS
const NOON = Date.parse('2026-11-21T12:00:00+05:30')
const at = (minute: number) => new Date(NOON + minute * 60_000)

function memory(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      kept[key] = text
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
}
const storedIn = ({ kept }: ReturnType<typeof memory>) => JSON.parse(kept[MOOD_HISTORY_KEY] ?? 'null')

if (!happy || !excited) throw new Error('There are moods')

describe('the mood history', () => {
  it('is stored as a plain list under the key of the specification, the newest first', () => {
    const storage = memory()
    const history = createMoodHistory(storage)
    const first = history.log(happy, at(0))
    const second = history.log(excited, at(1))
    expect(Object.keys(storage.kept)).toEqual(['chocolate-mood-history'])
    expect(storedIn(storage)).toEqual([second, first])
    expect(history.store.getState().entries).toEqual([second, first])
  })

  it('knows nothing before the browser was asked, so that the first rendering is the same everywhere', () => {
    const history = createMoodHistory(memory({ [MOOD_HISTORY_KEY]: '[]' }))
    expect(history.store.getState().entries).toBeUndefined()
    history.reread()
    expect(history.store.getState().entries).toEqual([])
    expect(history.store.getInitialState().entries).toBeUndefined()
  })

  it('keeps fifty and forgets the oldest', () => {
    const history = createMoodHistory(memory())
    for (let minute = 0; minute < 60; minute += 1) history.log(happy, at(minute))
    const entries = history.store.getState().entries ?? []
    expect(entries).toHaveLength(MAX_MOOD_ENTRIES)
    expect(entries.at(-1)?.timestamp).toBe(at(10).toISOString())
  })

  it('does not lose what another tab has written', () => {
    const storage = memory()
    const [here, there] = [createMoodHistory(storage), createMoodHistory(storage)]
    here.reread()
    there.log(happy, at(0))
    here.log(excited, at(1))
    expect(storedIn(storage)).toHaveLength(2)
  })

  it('takes back one entry and only that', () => {
    const history = createMoodHistory(memory())
    const first = history.log(happy, at(0))
    history.takeBack(history.log(excited, at(1)).id)
    expect(history.store.getState().entries).toEqual([first])
  })

  it('comes back whole from its own export after a wipe, and counts only what is new', () => {
    const storage = memory()
    const history = createMoodHistory(storage)
    for (let minute = 0; minute < 50; minute += 1) history.log(happy, at(minute))
    const exported = history.store.getState().entries ?? []
    history.wipe()
    expect(storage.kept).toEqual({})
    expect(history.store.getState().entries).toEqual([])
    expect(history.addFrom(exported)).toBe(50)
    expect(history.store.getState().entries).toEqual(exported)
    expect(history.addFrom(exported)).toBe(0)
  })

  it('lives as long as the page where the browser keeps nothing', () => {
    const history = createMoodHistory(undefined)
    history.log(happy, at(0))
    history.log(happy, at(1))
    expect(history.store.getState().entries).toHaveLength(2)
  })
})
