import { Link } from '@tanstack/react-router'
import { AUTO_SIZES_PREFIX, Picture } from '#src/ui/picture.tsx'
import { MOODS, moodPicture, moodScene } from './moods.ts'

const SHOWN_KEYWORDS = 3

export function MoodTiles() {
  return (
    <ul className="grid grid-cols-2 gap-px border-line border-y bg-line md:grid-cols-3 lg:grid-cols-6">
      {MOODS.map(({ id, name, keywords }) => (
        <li key={id} className="grid bg-pearl">
          <Link
            to="/emotion-chocolates"
            search={{ mood: id }}
            className="group grid content-start justify-items-center gap-3 pb-6 text-center transition-colors duration-300 ease-house hover:bg-white focus-visible:-outline-offset-2 sm:pb-8"
          >
            <span className="mb-2 block w-full overflow-hidden">
              <Picture
                src={moodScene(id)}
                alt=""
                width={360}
                height={270}
                sizes={`${AUTO_SIZES_PREFIX}(min-width: 64rem) 206px, (min-width: 48rem) 31vw, 46vw`}
                className="aspect-4/3 w-full object-cover transition-transform duration-700 ease-house group-hover:scale-[1.045]"
              />
            </span>
            <img src={moodPicture(id)} alt="" width={32} height={32} loading="lazy" className="size-8" />
            <span className="font-display text-[1.25rem] leading-none">{name}</span>
            <span className="px-2.5 text-cocoa-500 text-meta">{keywords.slice(0, SHOWN_KEYWORDS).join(', ')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
