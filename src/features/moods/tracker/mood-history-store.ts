import { create } from 'zustand'
import { getLocalStorage, syncAcrossTabs, type TextStorage } from '#src/browser/persisted-store.ts'
import {
  createMoodEntry,
  MOOD_HISTORY_KEY,
  type MoodEntry,
  mergeMoodEntries,
  parseMoodEntries,
  type TrackerMood,
} from './mood-entries.ts'

/** `entries` is undefined until the browser was asked: the server and the first rendering know nothing of them. */
type MoodHistory = { entries: MoodEntry[] | undefined }

/**
 * The diary over some storage, as the plain list that the specification keeps there. Without a storage it lives as long
 * as the page. Every change starts from what is stored now: another tab may have written.
 */
export function createMoodHistory(storage: TextStorage | undefined) {
  const store = create<MoodHistory>()(() => ({ entries: undefined }))

  const stored = () =>
    storage ? parseMoodEntries(storage.getItem(MOOD_HISTORY_KEY)) : (store.getState().entries ?? [])
  function write(entries: MoodEntry[]) {
    storage?.setItem(MOOD_HISTORY_KEY, JSON.stringify(entries))
    store.setState({ entries })
  }
  return {
    store,
    reread: () => store.setState({ entries: stored() }),
    log: (mood: TrackerMood, now: Date): MoodEntry => {
      const entry = createMoodEntry(mood, now)
      write(mergeMoodEntries(stored(), [entry]))
      return entry
    },
    takeBack: (id: MoodEntry['id']) => write(stored().filter((entry) => entry.id !== id)),
    /** Gives back how many entries of the file were not there before. */
    addFrom: (file: readonly MoodEntry[]): number => {
      const before = new Set(stored().map(({ id }) => id))
      const after = mergeMoodEntries(stored(), file)
      write(after)
      return after.filter(({ id }) => !before.has(id)).length
    },
    wipe: () => {
      storage?.removeItem(MOOD_HISTORY_KEY)
      store.setState({ entries: [] })
    },
  }
}

export const moodHistory = createMoodHistory(getLocalStorage())

if (typeof window !== 'undefined') {
  moodHistory.reread()
  syncAcrossTabs(MOOD_HISTORY_KEY, moodHistory.reread)
  // Whoever comes back to an open page may come back on another day, which ends or lengthens a streak.
  document.addEventListener('visibilitychange', moodHistory.reread)
}
