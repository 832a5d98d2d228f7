import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProductCard } from '#src/features/catalog/browse/product-card.tsx'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { moodProductsQuery } from './moods.queries.ts'
import {
  findSentencesWith,
  type Mood,
  moodPicture,
  moodScene,
  type Recommendation,
  recommendProducts,
  splitAtMatches,
} from './moods.ts'

export type TitleFocus = { tabIndex: number; ref?: (title: HTMLHeadingElement | null) => void }

type MoodMatchProps = { mood: Mood; title: TitleFocus; onReset: () => void }

export function MoodMatch({ mood, title, onReset }: MoodMatchProps) {
  const { data: products } = useSuspenseQuery(moodProductsQuery(mood))
  const recommendations = recommendProducts(products, mood)
  const isMatched = recommendations.some(({ words }) => words.length > 0)
  return (
    <>
      <MoodHead mood={mood} title={title} />
      <section aria-labelledby="recommendations" className="mt-12 sm:mt-16">
        <h2 id="recommendations" className="text-subtitle">
          {isMatched
            ? `Chosen for ${/^[aeiou]/.test(mood.id) ? 'an' : 'a'} ${mood.id} mood`
            : 'Good ones to start with'}
        </h2>
        {!isMatched && (
          <p className="mt-3 text-cocoa-600">We have no chocolate for this mood today, but these are worth a try.</p>
        )}
        <ul className="mt-6 grid grid-cols-2 gap-x-3 gap-y-0 sm:gap-x-7 lg:grid-cols-3">
          {recommendations.map(({ product, words }) => (
            <li key={product.id} className="row-span-2 mb-8 grid grid-rows-subgrid gap-y-4">
              <ProductCard product={product} />
              {words.length > 0 && <Reason product={product} words={words} />}
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-4">
        <Button onClick={onReset}>Try Another Emotion</Button>
        <Link to="/mood-tracker" className={buttonClass({ variant: 'link' })}>
          Keep this mood in your tracker
        </Link>
      </div>
    </>
  )
}

function MoodHead({ mood, title }: Pick<MoodMatchProps, 'mood' | 'title'>) {
  return (
    <div className="grid items-center gap-x-12 gap-y-7 border-line border-b pb-10 md:grid-cols-[1fr_minmax(0,440px)] lg:gap-x-20">
      <div className="cut cut-28 md:order-last">
        <Picture
          src={moodScene(mood.id)}
          alt=""
          width={700}
          height={525}
          sizes="(min-width: 48rem) min(440px, 46vw), calc(100vw - 40px)"
          priority
          className="aspect-4/3 w-full object-cover"
        />
      </div>
      <div className="grid justify-items-start gap-3.5">
        <p className="eyebrow flex items-center gap-3">
          <img src={moodPicture(mood.id)} alt="" width={36} height={36} className="size-9" />
          Your mood
        </p>
        <h1 {...title} className="text-title focus:outline-none">
          {mood.name}
        </h1>
        <p className="max-w-[33.4em] text-cocoa-600 text-lead">{mood.description}</p>
        <ul aria-label="Keywords" className="flex flex-wrap gap-2">
          {mood.keywords.map((word) => (
            <li
              key={word}
              className="inline-flex h-9 items-center rounded-control border border-line-strong px-3.5 text-small"
            >
              {word}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Reason({ product, words }: Recommendation<Product>) {
  const places = [findSentencesWith(words, product.name), findSentencesWith(words, product.description)]
  return (
    <p className="flex items-baseline gap-2.5 text-cocoa-600 text-small">
      <DiamondMark className="size-1.5 -translate-y-0.5 bg-gold-500" />
      <span>
        <span className="sr-only">Why it fits: </span>
        <Marked text={places.filter(Boolean).join(': ')} words={words} />
      </span>
    </p>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return splitAtMatches(words, text).map(({ text: part, isMatch, at }) =>
    isMatch ? (
      <mark key={at} className="bg-gold-200 px-0.5 font-semibold text-cocoa-900">
        {part}
      </mark>
    ) : (
      <span key={at}>{part}</span>
    ),
  )
}
