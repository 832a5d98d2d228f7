import { Link } from '@tanstack/react-router'
import { MOODS, moodPicture } from './moods.rules.ts'

const SHOWN_KEYWORDS = 3

/** The six gems in one ruled row; each leads to what fits its mood. */
export function MoodTiles() {
  return (
    <ul className="grid grid-cols-2 gap-px border-line border-y bg-line md:grid-cols-3 lg:grid-cols-6">
      {MOODS.map(({ id, name, keywords }) => (
        <li key={id} className="grid bg-pearl">
          <Link
            to="/emotion-chocolates"
            search={{ mood: id }}
            className="grid content-start justify-items-center gap-3.5 px-2.5 py-6 text-center transition-colors duration-300 ease-house hover:bg-white focus-visible:-outline-offset-2 sm:px-4 sm:py-9"
          >
            <img src={moodPicture(id)} alt="" width={58} height={58} className="size-14.5" />
            <span className="font-display text-[1.25rem] leading-none">{name}</span>
            <span className="text-cocoa-500 text-meta">{keywords.slice(0, SHOWN_KEYWORDS).join(', ')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
