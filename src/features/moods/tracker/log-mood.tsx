import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moodPicture } from '#src/features/moods/match/moods.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { findTrackerMood, type MoodEntry, TRACKER_MOODS, type TrackerMood } from './mood-entries.ts'
import { moodHistory } from './mood-history-store.ts'

export function LogMood({ entries }: { entries: readonly MoodEntry[] | undefined }) {
  const [loggedId, setLoggedId] = useState<MoodEntry['id']>()
  const logged = entries?.find(({ id }) => id === loggedId)
  const mood = findTrackerMood(logged?.mood)
  return (
    <section aria-labelledby="log-mood" className="grid gap-6">
      <h2 id="log-mood" className="text-subtitle">
        Log your mood
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {TRACKER_MOODS.map((choice) => (
          <li key={choice.id} className="grid">
            <MoodButton
              mood={choice}
              isLogged={choice === mood}
              onPress={() => setLoggedId(moodHistory.addEntry(choice, new Date()).id)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {logged && mood && <LoggedMood mood={mood} onTakeBack={() => moodHistory.removeEntry(logged.id)} />}
      </div>
    </section>
  )
}

type MoodButtonProps = { mood: TrackerMood; isLogged: boolean; onPress: () => void }

function MoodButton({ mood, isLogged, onPress }: MoodButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={`grid content-start justify-items-center gap-1.5 border px-2 py-5 text-center transition-colors duration-150 ease-house hover:border-cocoa-600 ${isLogged ? 'border-gold-500 bg-ivory' : 'border-line bg-white'}`}
    >
      <img src={moodPicture(mood.id)} alt="" width={44} height={44} className="size-11" />
      <span className="mt-1 font-display text-[1.15rem] leading-tight">{mood.name}</span>
      <span className="text-cocoa-600 text-meta leading-snug">{mood.description}</span>
    </button>
  )
}

function LoggedMood({ mood, onTakeBack }: { mood: TrackerMood; onTakeBack: () => void }) {
  return (
    <div className="cut animate-rise bg-cocoa-900 p-6 text-pearl cut-18 sm:p-8">
      <p className="eyebrow text-gold-300">
        Logged: {mood.name} {mood.emoji}
      </p>
      <p className="mt-3 font-display text-subtitle">{mood.chocolate}</p>
      <p className="mt-2 text-on-dark">{mood.recommendation}</p>
      <div className="on-dark mt-6 flex flex-wrap items-center gap-x-7 gap-y-4">
        <Link to="/products" search={{ q: mood.search }} className={buttonClass({ variant: 'gold', size: 'small' })}>
          See it in the shop
        </Link>
        <Button variant="link" onClick={onTakeBack}>
          Undo
        </Button>
      </div>
    </div>
  )
}
