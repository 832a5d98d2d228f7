import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { MAX_ADDRESSES } from '#src/features/addresses/addresses.contract.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { describeRoom, findNewPeople, type Person } from './people.ts'

type SavePeopleProps = { form: CheckoutFormMethods; people: readonly Person[] }

/** Offers to save the people on the list, and says how many of them fit into the address book. */
export function SavePeople({ form, people }: SavePeopleProps) {
  const { data: saved } = useQuery(addressesQuery)
  const [addressId, savesOwn] = useWatch({ control: form.control, name: ['addressId', 'saveAddress'] })
  const hint = useId()
  if (!saved) return null
  const added = findNewPeople(people, saved).length
  if (added === 0) return null
  const ownAddress = addressId === '' && savesOwn ? 1 : 0
  const room = Math.max(0, MAX_ADDRESSES - saved.length - ownAddress)
  return (
    <div>
      <CheckboxField
        label="Save these people"
        aria-describedby={hint}
        disabled={room === 0}
        {...form.register('savePeople')}
      />
      <p id={hint} className="pl-8 text-cocoa-600 text-small">
        {describeRoom(added, room)}
      </p>
    </div>
  )
}
