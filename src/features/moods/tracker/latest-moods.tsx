import { formatDayAndTime } from '#src/core/dates.ts'
import { findTrackerMood, type MoodEntry, SHOWN_ENTRIES } from './mood-entries.ts'

export function LatestMoods({ entries }: { entries: readonly MoodEntry[] | undefined }) {
  return (
    <section aria-labelledby="latest-moods">
      <h2 id="latest-moods" className="text-heading">
        Latest moods
      </h2>
      {entries && entries.length === 0 && (
        <p className="mt-3 text-cocoa-600">Nothing logged yet. Your first mood starts the streak.</p>
      )}
      {entries && entries.length > 0 && (
        <ol className="mt-3 divide-y divide-line border-line border-y">
          {entries.slice(0, SHOWN_ENTRIES).map((entry) => (
            <LoggedEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  )
}

function LoggedEntry({ entry }: { entry: MoodEntry }) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] items-center gap-4 py-3">
      <span aria-hidden="true" className="text-[1.6rem] leading-none">
        {entry.emoji}
      </span>
      <span>
        <span className="block font-semibold leading-tight">{findTrackerMood(entry.mood)?.name}</span>
        <span className="text-cocoa-600 text-small">
          {entry.chocolate} · <time dateTime={entry.timestamp}>{formatDayAndTime(entry.timestamp)}</time>
        </span>
      </span>
    </li>
  )
}
