import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatAmount } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import type { ShipmentRate } from './shipments.contract.ts'
import { bookShipment, courierProblem, ratesQuery } from './shipments.queries.ts'

export function BookParcelForm({ orderId, grams: usual }: { orderId: string; grams: number }) {
  const [grams, setGrams] = useState(usual)
  const { data, isFetching, error, refetch } = useQuery(ratesQuery(orderId, grams))
  const book = useMutation(bookShipment)
  const [chosen, setChosen] = useState<string>()
  const rates = data?.rates ?? []
  const rateId = rates.some(({ id }) => id === chosen) ? chosen : rates[0]?.id
  const failed = book.error ?? error
  const problem = failed ? courierProblem(failed) : data?.problem
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (rateId && !book.isPending) book.mutate({ orderId, rateId, grams })
  }
  return (
    <div className="grid gap-5">
      <WeightForm
        grams={grams}
        onAsk={(typed) => (typed === grams ? refetch() : setGrams(typed))}
        isPending={isFetching}
      />
      {problem && <ErrorNote>{problem}</ErrorNote>}
      {rates.length > 0 && (
        <form onSubmit={send} className="grid gap-5">
          <Rates rates={rates} chosen={rateId} onChoose={setChosen} />
          <Button type="submit" size="small" pending={book.isPending} className="justify-self-start">
            Book courier
          </Button>
        </form>
      )}
    </div>
  )
}

type WeightFormProps = { grams: number; onAsk: (grams: number) => void; isPending: boolean }

function WeightForm({ grams, onAsk, isPending }: WeightFormProps) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Number(new FormData(event.currentTarget).get('grams'))
    if (Number.isInteger(typed) && typed > 0) onAsk(typed)
  }
  return (
    <form onSubmit={send} className="flex flex-wrap items-end gap-3">
      <Field
        label="Weight of the parcel (g)"
        name="grams"
        inputMode="numeric"
        required
        pattern="[1-9]\d{0,4}"
        title="Whole grams, up to 50,000"
        autoComplete="off"
        defaultValue={grams}
        className="w-52"
      />
      <Button type="submit" variant="secondary" size="small" pending={isPending}>
        Get rates
      </Button>
    </form>
  )
}

type RatesProps = { rates: ShipmentRate[]; chosen: string | undefined; onChoose: (id: string) => void }

function Rates({ rates, chosen, onChoose }: RatesProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-small">Rates</legend>
      <div className="divide-y divide-line border border-line-strong bg-white">
        {rates.map(({ id, name, rate, days }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 text-small">
            <input
              type="radio"
              name="rate"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="size-5 shrink-0 accent-cocoa-900"
            />
            <span className="grow">
              {name}
              {days !== null && <span className="block text-cocoa-600 text-meta">{counted(days, 'day')}</span>}
            </span>
            <span className="amount">{rate === null ? 'Rate not known now' : formatAmount(rate)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
