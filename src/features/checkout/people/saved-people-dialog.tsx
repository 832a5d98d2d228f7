import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { counted } from '#src/core/words.ts'
import { AddressText, nameAddress } from '#src/features/addresses/address-text.tsx'
import type { Address } from '#src/features/addresses/addresses.contract.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import type { GiftRecipient } from '#src/features/orders/recipients/recipients.contract.ts'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { findNoRoom, findRepeatedPeople, type Person } from './people.ts'

type SavedPeopleDialogProps = {
  people: readonly Person[]
  onAdd: (recipients: GiftRecipient[]) => void
  onClose: () => void
}

export function SavedPeopleDialog({ people, onAdd, onClose }: SavedPeopleDialogProps) {
  const { data: saved = [] } = useQuery(addressesQuery)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const recipients = saved.map(toRecipient)
  const repeated = findRepeatedPeople(people, recipients)
  const noRoom = findNoRoom(people, chosen.size)

  function toggle(id: string) {
    setChosen(chosen.has(id) ? new Set([...chosen].filter((other) => other !== id)) : new Set([...chosen, id]))
  }
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (chosen.size === 0 || noRoom) return
    onAdd(recipients.filter((_, nth) => chosen.has(saved[nth]?.id ?? '')))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Saved Addresses"
      description="Choose everybody who gets a parcel."
      size="wide"
    >
      <form onSubmit={add} className="grid gap-6">
        <ul className="grid gap-2.5 sm:grid-cols-2">
          {saved.map((address, nth) => (
            <SavedPerson
              key={address.id}
              address={address}
              isOnList={repeated.has(nth)}
              isChosen={chosen.has(address.id)}
              onToggle={() => toggle(address.id)}
            />
          ))}
        </ul>
        {noRoom && <ErrorNote>{noRoom}</ErrorNote>}
        <DialogActions otherwise="Cancel" onClose={onClose}>
          {chosen.size === 0 ? 'Choose People' : `Add ${counted(chosen.size, 'Person', 'People')}`}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const toRecipient = ({ shippingAddress, phone }: Address): GiftRecipient => ({ shippingAddress, phone, cardText: '' })

type SavedPersonProps = { address: Address; isOnList: boolean; isChosen: boolean; onToggle: () => void }

function SavedPerson({ address, isOnList, isChosen, onToggle }: SavedPersonProps) {
  return (
    <li>
      <label className="flex h-full cursor-pointer items-start gap-3 border border-line-strong bg-white p-4 has-disabled:cursor-not-allowed has-checked:border-cocoa-900 has-disabled:bg-ivory">
        <input
          type="checkbox"
          checked={isChosen || isOnList}
          disabled={isOnList}
          onChange={onToggle}
          className="mt-0.5 size-5 shrink-0 accent-cocoa-900"
        />
        <span className="grid gap-1">
          <span className="font-semibold [overflow-wrap:anywhere]">{nameAddress(address)}</span>
          {isOnList && <span className="text-small">On your list already</span>}
          <AddressText address={address} className="text-cocoa-600" />
        </span>
      </label>
    </li>
  )
}
