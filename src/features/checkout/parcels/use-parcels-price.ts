import { useEffect, useMemo, useState } from 'react'
import type { Person } from '#src/features/checkout/people/people.ts'
import type { ParcelsQuestion, PricedParcel, PricedParcels } from '#src/features/orders/parcels/parcels.contract.ts'
import { usePricedParcels } from '#src/features/orders/parcels/parcels.queries.ts'

const PAUSE_MS = 600

type Sent = { text: string | undefined; question: ParcelsQuestion | undefined; people: readonly Person[] }
type Answer = { priced: PricedParcels; byPerson: ReadonlyMap<string, PricedParcel> }

export type ParcelsPrice = {
  /** The last answer; what is on screen may have changed since. */
  answer: Answer | undefined
  /** The answer to what is on screen. */
  current: PricedParcels | undefined
  error: Error | null
  retry: () => void
}

/** Asks for the price once the customer pauses. */
export function useParcelsPrice(question: ParcelsQuestion | undefined, people: readonly Person[]): ParcelsPrice {
  const text = useMemo(() => question && JSON.stringify(question), [question])
  const sent = usePaused({ text, question, people })
  const { priced, error, retry } = usePricedParcels(sent.question)
  const [answer, setAnswer] = useState<Answer>()
  if (priced && answer?.priced !== priced) setAnswer({ priced, byPerson: toMap(sent.people, priced) })
  return {
    answer: question && answer,
    current: sent.text === text && !error ? priced : undefined,
    error,
    retry,
  }
}

const toMap = (people: readonly Person[], { parcels }: PricedParcels) =>
  new Map(
    people.flatMap(({ id }, nth) => {
      const parcel = parcels[nth]
      return parcel ? [[id, parcel] as const] : []
    }),
  )

function usePaused(latest: Sent): Sent {
  const [sent, setSent] = useState(latest)
  const { text, question, people } = latest
  useEffect(() => {
    if (sent.text === text) return
    const pause = setTimeout(() => setSent({ text, question, people }), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [sent.text, text, question, people])
  return sent
}
