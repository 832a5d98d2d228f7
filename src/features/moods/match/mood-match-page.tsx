import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { titleMetaTags } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { MoodMatch, type TitleFocus } from './mood-match.tsx'
import { parseMoodSearchParams } from './mood-search-params.ts'
import { MoodTiles } from './mood-tiles.tsx'
import { moodProductsQuery } from './moods.queries.ts'
import { findMood, type Mood } from './moods.ts'

export const Route = createFileRoute('/emotion-chocolates')({
  validateSearch: parseMoodSearchParams,
  loaderDeps: ({ search }) => ({ mood: search.mood }),
  loader: async ({ context, deps }) => {
    const mood = findMood(deps.mood)
    if (mood) await context.queryClient.ensureQueryData(moodProductsQuery(mood))
    return moodMatchHead(mood)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: MoodMatchPage,
})

/** The URL holds the chosen mood, so that it can be shared and Back works. */
function MoodMatchPage() {
  const mood = findMood(Route.useSearch().mood)
  const navigate = Route.useNavigate()
  const [arrivedWith] = useState(mood)
  const [hasChosen, setHasChosen] = useState(false)
  if (mood !== arrivedWith && !hasChosen) setHasChosen(true)
  // The pressed tile is gone, so the new title takes the focus, except on the first page.
  const title = { tabIndex: -1, ref: hasChosen ? focusTitle : undefined }
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      {mood ? (
        <MoodMatch key={mood.id} mood={mood} title={title} onReset={() => navigate({ search: {} })} />
      ) : (
        <ChooseMood title={title} />
      )}
    </main>
  )
}

const focusTitle = (title: HTMLHeadingElement | null) => title?.focus({ preventScroll: true })

function ChooseMood({ title }: { title: TitleFocus }) {
  return (
    <>
      <div className="mb-8 flex flex-col items-start gap-6 sm:mb-12 sm:flex-row sm:items-end sm:justify-between">
        <div className="grid max-w-152 gap-4">
          <p className="eyebrow">Find a mood match</p>
          <h1 {...title} className="text-title focus:outline-none">
            How do you feel today?
          </h1>
          <p className="text-cocoa-600 text-lead">
            Choose a mood. We look for its words in everything that we make, and show you where we found them.
          </p>
        </div>
        <Link to="/mood-tracker" className={buttonClass({ variant: 'link' })}>
          Mood tracker
        </Link>
      </div>
      <MoodTiles />
    </>
  )
}

export function moodMatchHead(mood?: Mood) {
  const title = `${mood ? `Chocolate for a ${mood.id} mood` : 'Find your mood match'} · ${SHOP_NAME}`
  const description = mood?.description ?? 'Six moods, and the chocolates that go with each of them.'
  return { meta: titleMetaTags({ title, description }) }
}
