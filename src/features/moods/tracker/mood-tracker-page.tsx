import { createFileRoute, Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { titleMetaTags } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { LatestMoods } from './latest-moods.tsx'
import { LogMood } from './log-mood.tsx'
import { MoodDataControls } from './mood-data-controls.tsx'
import { calculateDayStreak, countMoodsThisWeek, type MoodEntry } from './mood-entries.ts'
import { moodHistory } from './mood-history-store.ts'

const TITLE = `Mood tracker · ${SHOP_NAME}`
const DESCRIPTION = 'A small diary of your moods and the chocolate that goes with each. Nothing leaves your device.'

export const Route = createFileRoute('/mood-tracker')({
  head: () => ({ meta: titleMetaTags({ title: TITLE, description: DESCRIPTION }) }),
  component: MoodTrackerPage,
})

function MoodTrackerPage() {
  const { entries } = moodHistory.store()
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      <div className="flex flex-col items-start gap-6 sm:flex-row sm:items-end sm:justify-between">
        <div className="grid max-w-152 gap-4">
          <p className="eyebrow">Mood tracker</p>
          <h1 className="text-title">How are you today?</h1>
          <p className="text-cocoa-600 text-lead">
            Log a mood, see the chocolate that goes with it, and find out over the weeks what you are made of.
          </p>
        </div>
        <Link to="/emotion-chocolates" className={buttonClass({ variant: 'link' })}>
          Find a mood match
        </Link>
      </div>
      <p className="mt-6 flex items-start gap-2.5 text-small">
        <ShieldCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-ok" />
        Nothing leaves this device: your moods are kept in this browser only.
      </p>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[1fr_380px] lg:gap-16">
        <LogMood entries={entries} />
        <div className="grid gap-8">
          <MoodFigures entries={entries} />
          <LatestMoods entries={entries} />
          <MoodDataControls entries={entries} />
        </div>
      </div>
    </main>
  )
}

function MoodFigures({ entries }: { entries: readonly MoodEntry[] | undefined }) {
  const now = new Date()
  const streak = entries && calculateDayStreak(entries, now)
  const thisWeek = entries && countMoodsThisWeek(entries, now)
  return (
    <dl className="grid grid-cols-2 border-line border-y bg-ivory">
      <Figure name="This Week" value={thisWeek} unit={thisWeek === 1 ? 'mood logged' : 'moods logged'} />
      <Figure name="Day Streak" value={streak} unit={streak === 1 ? 'day in a row' : 'days in a row'} />
    </dl>
  )
}

/** Empty until the browser's storage is read. */
function Figure({ name, value, unit }: { name: string; value: number | undefined; unit: string }) {
  return (
    <div className="px-5 py-6 text-center even:border-line even:border-l">
      <dt className="font-semibold text-small">{name}</dt>
      <dd className="mt-1">
        <span className="block font-display text-[2.4rem] leading-tight">{value ?? '–'}</span>
        <span className="text-cocoa-600 text-meta">{unit}</span>
      </dd>
    </div>
  )
}
