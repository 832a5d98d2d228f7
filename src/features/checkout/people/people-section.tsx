import { useQuery } from '@tanstack/react-query'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import MapPinned from 'lucide-react/icons/map-pinned'
import UserPlus from 'lucide-react/icons/user-plus'
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { counted } from '#src/core/words.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import { CheckoutSection } from '#src/features/checkout/form/form-sections.tsx'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import type { PricedParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { describeGifts, describeItems, type NamedItem, toOwnItems } from './own-items.ts'
import { findCardFaults, type Person } from './people.ts'
import { isProblem, type PersonAction, PersonRow } from './person-row.tsx'
import { SavePeople } from './save-people.tsx'
import type { PeopleList } from './use-people.ts'

export type OpenDialog = { kind: 'add' | 'saved' | 'table' | 'remove-all' } | { kind: 'edit' | 'items'; person: Person }

type PeopleSectionProps = {
  form: CheckoutFormMethods
  list: PeopleList
  onOpen: (dialog: OpenDialog) => void
  cart: readonly NamedItem[]
  parcels: ReadonlyMap<string, PricedParcel> | undefined
  isHeatOpen: boolean
}

/** Memorized, because each letter that is typed at the checkout renders its form. */
export const PeopleSection = memo(function PeopleSection({ list, onOpen, ...beside }: PeopleSectionProps) {
  const { people, remove } = list
  const { cart } = beside
  const heading = useRef<HTMLParagraphElement>(null)
  const act = useCallback(
    (action: PersonAction, person: Person) => {
      if (action !== 'remove') return onOpen({ kind: action, person })
      remove(person.id)
      // The pressed button is gone.
      heading.current?.focus()
    },
    [onOpen, remove],
  )
  return (
    <CheckoutSection title="People">
      <div className="grid gap-5 sm:col-span-2">
        <p className="text-cocoa-600">{describeGifts(people, cart)}</p>
        <AddButtons onOpen={onOpen} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <p ref={heading} tabIndex={-1} role="status" className="font-semibold">
            {people.length === 0
              ? 'Nobody is on your list yet.'
              : `${counted(people.length, 'person', 'people')} on your list`}
          </p>
          {people.length > 0 && (
            <Button variant="link" onClick={() => onOpen({ kind: 'remove-all' })}>
              Remove All
            </Button>
          )}
        </div>
        <PeopleRows {...beside} people={people} onAction={act} />
        <SavePeople form={beside.form} people={people} />
      </div>
    </CheckoutSection>
  )
})

function AddButtons({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const { data: saved = [] } = useQuery(addressesQuery)
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap">
      <Button variant="secondary" size="small" onClick={() => onOpen({ kind: 'table' })}>
        <FileSpreadsheet aria-hidden="true" strokeWidth={1.5} className="size-5" />
        From a Spreadsheet
      </Button>
      {saved.length > 0 && (
        <Button variant="secondary" size="small" onClick={() => onOpen({ kind: 'saved' })}>
          <MapPinned aria-hidden="true" strokeWidth={1.5} className="size-5" />
          From Saved Addresses
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={() => onOpen({ kind: 'add' })}>
        <UserPlus aria-hidden="true" strokeWidth={1.5} className="size-5" />
        Add a Person
      </Button>
    </div>
  )
}

type PeopleRowsProps = Omit<PeopleSectionProps, 'list' | 'onOpen'> & {
  people: readonly Person[]
  onAction: (action: PersonAction, person: Person) => void
}

/** More people would hide the sections below on a phone. */
const SHOWN_AT_FIRST = 20

function PeopleRows({ form, people, cart, parcels, isHeatOpen, onAction }: PeopleRowsProps) {
  const cardFaults = useCardFaults(form, people)
  const [isFiltered, setFiltered] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const wrong = new Set(people.filter(({ id }) => cardFaults.has(id) || isProblem(parcels?.get(id), isHeatOpen)))
  const rows = people.map((person, nth) => ({ person, number: nth + 1, ownItems: toOwnItems(person, cart) }))
  const found = isFiltered && wrong.size > 0 ? rows.filter(({ person }) => wrong.has(person)) : rows
  const shown = isWhole ? found : found.slice(0, SHOWN_AT_FIRST)
  if (people.length === 0) return null
  return (
    <>
      {wrong.size > 0 && (
        <div className="border-err border-l-2 bg-err-tint px-5 py-2">
          <p role="alert" className="font-semibold text-err">
            {counted(wrong.size, 'person needs', 'people need')} a change.
          </p>
          <CheckboxField
            label="Show only these"
            checked={isFiltered}
            onChange={(event) => setFiltered(event.target.checked)}
          />
        </div>
      )}
      <ul aria-label="People" className="border border-line border-b-0 bg-white">
        {shown.map(({ person, number, ownItems }) => (
          <PersonRow
            key={person.id}
            person={person}
            number={number}
            parcel={parcels?.get(person.id)}
            cardFault={cardFaults.get(person.id)}
            isHeatOpen={isHeatOpen}
            ownItems={ownItems && describeItems(ownItems, cart)}
            onAction={onAction}
          />
        ))}
      </ul>
      {shown.length < found.length && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setWhole(true)}>
            Show All {found.length} People
          </Button>
        </div>
      )}
    </>
  )
}

/** Deferred, because a letter of the common text changes the cards of everybody. */
function useCardFaults({ control }: CheckoutFormMethods, people: readonly Person[]) {
  const message = useDeferredValue(useWatch({ control, name: 'cardMessage' }))
  return useMemo(() => findCardFaults(people, message), [people, message])
}
