import type { RefCallback } from 'react'
import { AddressText, nameAddress } from '#src/features/addresses/address-text.tsx'
import type { Address } from '#src/features/addresses/addresses.contract.ts'
import { RadioCard } from '#src/features/checkout/delivery/radio-card.tsx'
import { Button } from '#src/ui/forms/button.tsx'

type SavedAddressCardProps = {
  /** More than one can be chosen from. */
  saved: Address[]
  chosen: Address
  onChoose: (address: Address) => void
  onOpen: (() => void) | undefined
  onClear: () => void
  ref: RefCallback<HTMLElement>
}

export function SavedAddressCard({ saved, chosen, onChoose, onOpen, onClear, ref }: SavedAddressCardProps) {
  return (
    <div className="grid gap-1 sm:col-span-2">
      {saved.length > 1 ? (
        <fieldset className="grid gap-2.5">
          <legend className="sr-only">Saved addresses</legend>
          {saved.map((address) => (
            <RadioCard
              key={address.id}
              name="addressId"
              title={nameAddress(address)}
              checked={address === chosen}
              ref={address === chosen ? ref : undefined}
              onChange={() => onChoose(address)}
            >
              <AddressText address={address} />
            </RadioCard>
          ))}
        </fieldset>
      ) : (
        <div className="border border-cocoa-900 bg-white p-5">
          <p className="font-semibold [overflow-wrap:anywhere]">{nameAddress(chosen)}</p>
          <AddressText address={chosen} className="mt-1 text-cocoa-600" />
        </div>
      )}
      <div className="flex flex-wrap gap-x-6">
        {onOpen && (
          <Button variant="link" aria-label="Change the address" onClick={onOpen}>
            Change
          </Button>
        )}
        <Button ref={saved.length > 1 ? undefined : ref} variant="link" onClick={onClear}>
          New Address
        </Button>
      </div>
    </div>
  )
}
