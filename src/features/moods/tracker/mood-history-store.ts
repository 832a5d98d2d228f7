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

/** `entries` is undefined during server rendering and hydration. */
type MoodHistory = { entries: MoodEntry[] | undefined }

/** Works in memory without a storage. Changes start from the stored list, because another tab may have written. */
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
    refresh: () => store.setState({ entries: stored() }),
    addEntry: (mood: TrackerMood, now: Date): MoodEntry => {
      const entry = createMoodEntry(mood, now)
      write(mergeMoodEntries(stored(), [entry]))
      return entry
    },
    removeEntry: (id: MoodEntry['id']) => write(stored().filter((entry) => entry.id !== id)),
    importEntries: (file: readonly MoodEntry[]): number => {
      const before = new Set(stored().map(({ id }) => id))
      const after = mergeMoodEntries(stored(), file)
      write(after)
      return after.filter(({ id }) => !before.has(id)).length
    },
    clear: () => {
      storage?.removeItem(MOOD_HISTORY_KEY)
      store.setState({ entries: [] })
    },
  }
}

export const moodHistory = createMoodHistory(getLocalStorage())

if (typeof window !== 'undefined') {
  moodHistory.refresh()
  syncAcrossTabs(MOOD_HISTORY_KEY, moodHistory.refresh)
  // The day may have changed while the page was hidden, which affects the streak.
  document.addEventListener('visibilitychange', moodHistory.refresh)
}
