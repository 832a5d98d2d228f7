import Package from 'lucide-react/icons/package'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { memo } from 'react'
import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import type { PricedParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { ButtonIcon, IconButton } from '#src/ui/forms/button.tsx'
import { Price } from '#src/ui/price.tsx'
import { fullNameOf, type Person } from './people.ts'

export type PersonAction = 'edit' | 'items' | 'remove'

type PersonRowProps = {
  person: Person
  number: number
  parcel: PricedParcel | undefined
  /** Why the card cannot be printed. */
  cardFault: string | undefined
  ownItems: string | undefined
  /** How parcels go in the heat is still to be chosen, for all of them at once. */
  isHeatOpen: boolean
  onAction: (action: PersonAction, person: Person) => void
}

/** Memorized, because two hundred of them are on a page. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, number, parcel, cardFault, ownItems, isHeatOpen, onAction } = props
  const { city, pincode } = person.shippingAddress
  const name = fullNameOf(person)
  const isWrong = isProblem(parcel, isHeatOpen)
  const problems = [cardFault, isWrong && parcel?.problem].filter((problem) => typeof problem === 'string')
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-2 border-line border-b py-2 pl-3 [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] sm:pl-4">
      <div className="grid content-center gap-0.5 py-1 text-small [overflow-wrap:anywhere]">
        <p>
          <span className="text-cocoa-600 tabular-nums">{number}.</span> <span className="font-semibold">{name}</span>,{' '}
          {city} <span className="whitespace-nowrap tabular-nums">{pincode}</span>
        </p>
        {person.cardText && <p className="text-cocoa-600">Own card: “{person.cardText}”</p>}
        {ownItems && <p className="text-cocoa-600">Gets {ownItems}</p>}
        {person.deliverOn && <p className="text-cocoa-600">Wished for {formatDay(person.deliverOn)}</p>}
        {problems.map((problem) => (
          <p key={problem} className="font-medium text-err">
            {problem}
          </p>
        ))}
        {parcel?.problem && !isWrong && (
          <p className="text-warn">It is too hot on the way. Please choose below how we send it.</p>
        )}
        {parcel && parcel.problem === null && (
          <p className="text-cocoa-600">
            <Price rupees={parcel.total} exact className="text-cocoa-900" /> · {arrivalOf(parcel)}
          </p>
        )}
      </div>
      <div className="flex items-start">
        <IconButton label={`Edit ${name}`} onClick={() => onAction('edit', person)}>
          <ButtonIcon of={Pencil} />
        </IconButton>
        <IconButton label={`Items for ${name}`} onClick={() => onAction('items', person)}>
          <ButtonIcon of={Package} />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={() => onAction('remove', person)}>
          <ButtonIcon of={X} />
        </IconButton>
      </div>
    </li>
  )
})

export const isProblem = (parcel: PricedParcel | undefined, isHeatOpen: boolean) =>
  typeof parcel?.problem === 'string' && !(isHeatOpen && parcel.heat && parcel.heat.choices.length > 0)

const arrivalOf = ({ expectedDelivery }: PricedParcel) =>
  expectedDelivery ? `arrives ${formatDeliveryWindow(expectedDelivery)}` : 'we agree the day with you'
