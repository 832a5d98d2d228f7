import { useId, useState } from 'react'
import { counted, nameKey } from '#src/core/words.ts'
import type { OrderDetails, OrderParcel } from '#src/features/orders/orders.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { FilterButton, FilterRow } from '#src/ui/forms/filter-buttons.tsx'
import { ParcelRow } from './parcel-row.tsx'
import { countByState, isInState, PARCEL_STATES, type ParcelState, summarizeParcels } from './parcel-states.ts'

const STATE_WORDS: Record<ParcelState, string> = {
  all: 'All',
  waiting: 'To be sent',
  sent: 'On the way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

const FEW = 6

type ParcelMapProps = { order: OrderDetails; linkedId: string | undefined }

/** All parcels of an order to several people. */
export function ParcelMap({ order: { parcels, group, items }, linkedId }: ParcelMapProps) {
  const title = useId()
  const [state, setState] = useState<ParcelState>('all')
  const [name, setName] = useState('')
  if (!group) return null
  const shown = parcels.filter((parcel) => isInState(parcel, state) && isNamed(parcel, name))
  const isSame = parcels.every((parcel) => contentOf(parcel) === contentOf(parcels[0]))
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:col-span-2">
      <div>
        <h3 id={title} className="font-display text-[1.0625rem]">
          Parcels
        </h3>
        <p className="text-small">{summarizeParcels(group.statuses) ?? counted(group.count, 'parcel')}</p>
        {isSame && (
          <p className="text-cocoa-600 text-small">
            {`In each: ${(parcels[0]?.items ?? []).map((item) => `${item.quantity} × ${item.name}`).join(', ')}`}
          </p>
        )}
      </div>
      {group.count > FEW && (
        <div className="grid gap-3 sm:grid-cols-[1fr_16rem] sm:items-end">
          <StateFilter statuses={group.statuses} state={state} onChoose={setState} />
          <Field
            label="Find a person"
            type="search"
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            maxLength={100}
          />
        </div>
      )}
      <ol className="divide-y divide-line border border-line bg-white">
        {shown.map((parcel) => (
          <ParcelRow
            key={parcel.id}
            parcel={parcel}
            contents={isSame || items.length === 0 ? undefined : contentOf(parcel)}
            isLinked={parcel.id === linkedId}
          />
        ))}
      </ol>
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'text-cocoa-600 text-small'}>
        {shown.length > 0 ? `${shown.length} shown` : 'No parcel like this.'}
      </p>
    </section>
  )
}

const contentOf = (parcel: OrderParcel | undefined) =>
  (parcel?.items ?? []).map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

function isNamed({ shippingAddress: to, orderId }: OrderParcel, typed: string): boolean {
  return nameKey(`${to.firstName} ${to.lastName} ${to.city} ${to.pincode} ${orderId}`).includes(nameKey(typed))
}

type StateFilterProps = {
  statuses: Parameters<typeof countByState>[0]
  state: ParcelState
  onChoose: (state: ParcelState) => void
}

function StateFilter({ statuses, state, onChoose }: StateFilterProps) {
  const counts = countByState(statuses)
  return (
    <FilterRow legend="Which parcels">
      {PARCEL_STATES.filter((one) => one === state || counts[one] > 0).map((one) => (
        <FilterButton key={one} isChosen={one === state} onChoose={() => onChoose(one)}>
          {`${STATE_WORDS[one]} (${counts[one]})`}
        </FilterButton>
      ))}
    </FilterRow>
  )
}
