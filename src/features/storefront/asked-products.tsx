import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { MOST_SHOWN, type Sought } from '#src/features/catalog/product-list-address.rules.ts'
import { soughtProductsQuery } from '#src/features/catalog/sought-products.queries.ts'
import { useKept } from '#src/platform/use-kept.ts'
import { Button } from '#src/ui/button.tsx'
import { FoundProducts, type ProductListState } from './found-products.tsx'

type AskedProductsProps = { sought: Sought; total: number; list: ProductListState }

const TYPING_PAUSE_MS = 200

/** What the server finds, in a shop of which the browser does not know all: what was found before stays until it answers. */
export function AskedProducts({ sought, total, list }: AskedProductsProps) {
  const { data, isError, isPaused, refetch } = useQuery(soughtProductsQuery(useTyped(sought)))
  const found = useKept(data)
  const isAway = !data && (isError || isPaused)
  const cards = useMemo(() => found?.items.slice(0, sought.shown), [found, sought.shown])
  const goesOn = Boolean(found && (found.next || found.items.length > sought.shown))
  const isEnough = sought.shown >= MOST_SHOWN
  return (
    <>
      {isAway && <NotAnswered tryAgain={refetch} />}
      <FoundProducts
        cards={isAway && cards?.length === 0 ? undefined : cards}
        hasMore={goesOn && !isEnough}
        total={total}
        list={list}
      />
      {goesOn && isEnough && (
        <p className="mt-6 justify-self-center text-cocoa-600 text-small">
          There are more. Search or choose a category to see them.
        </p>
      )}
    </>
  )
}

function NotAnswered({ tryAgain }: { tryAgain: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-small">
      <p className="font-semibold text-warn">We could not look for this. What you see was found before.</p>
      <Button variant="link" onClick={() => tryAgain()}>
        Try again
      </Button>
    </div>
  )
}

/** Letters are waited for; what one press chooses is not. */
function useTyped(sought: Sought): Sought {
  const [asked, setAsked] = useState(sought)
  if (asked !== sought && asked.q === sought.q) setAsked(sought)
  useEffect(() => {
    const pause = setTimeout(() => setAsked(sought), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [sought])
  return asked
}
