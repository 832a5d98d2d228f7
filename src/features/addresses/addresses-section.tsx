import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { AddressText, describeAddress, nameAddress } from './address-text.tsx'
import { type Address, MAX_ADDRESSES } from './addresses.contract.ts'
import { addressesQuery, removeAddress, saveAddress } from './addresses.queries.ts'

const AddressDialog = lazy(() => import('./address-dialog.tsx').then((module) => ({ default: module.AddressDialog })))
const DeleteAddressDialog = lazy(() =>
  import('./delete-address-dialog.tsx').then((module) => ({ default: module.DeleteAddressDialog })),
)

type Opened = { edit: Address | undefined } | { remove: Address }

export function AddressesSection() {
  const { data: saved } = useSuspenseQuery(addressesQuery)
  const [opened, setOpened] = useState<Opened>()
  const removing = useMutation({ ...removeAddress, onSuccess: () => document.getElementById(TITLE)?.focus() })
  const close = () => setOpened(undefined)
  const isFull = saved.length >= MAX_ADDRESSES
  return (
    <section aria-labelledby={TITLE} className="mt-14 max-w-4xl">
      <h2 id={TITLE} tabIndex={-1} className="text-heading">
        Addresses
      </h2>
      <p className="mt-2 text-cocoa-600 text-small">{isFull ? FULL : saved.length > 0 ? ABOUT : EMPTY}</p>
      {saved.length > 0 && (
        <ul className="mt-5 grid gap-4 sm:grid-cols-2">
          {saved.map((address) => (
            <AddressCard
              key={address.id}
              address={address}
              onEdit={() => setOpened({ edit: address })}
              onRemove={() => setOpened({ remove: address })}
            />
          ))}
        </ul>
      )}
      {!isFull && (
        <Button variant="secondary" size="small" className="mt-5" onClick={() => setOpened({ edit: undefined })}>
          New Address
        </Button>
      )}
      <Suspense>
        {opened && 'edit' in opened && <AddressDialog address={opened.edit} onClose={close} />}
        {opened && 'remove' in opened && (
          <DeleteAddressDialog
            address={opened.remove}
            onClose={close}
            onConfirm={() => {
              close()
              removing.mutate(opened.remove)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

const TITLE = 'saved-addresses'
const ABOUT = 'The checkout starts with the default address, or with the one that you used last.'
const EMPTY = 'We save where an order goes when you pay, so that you type it only once.'
const FULL = `You have saved ${MAX_ADDRESSES} addresses. A new one in the checkout takes the place of the one that you have not used for longest.`

type AddressCardProps = { address: Address; onEdit: () => void; onRemove: () => void }

function AddressCard({ address, onEdit, onRemove }: AddressCardProps) {
  const title = `address-${address.id}`
  const saving = useMutation({ ...saveAddress, onSuccess: () => document.getElementById(title)?.focus() })
  const { label, phone, shippingAddress } = address
  const described = describeAddress(address)
  const makeDefault = () =>
    saving.mutate({
      id: address.id,
      label,
      phone,
      isDefault: true,
      shippingAddress: { landmark: '', ...shippingAddress },
    })
  return (
    <li className="flex flex-col border border-line bg-white px-5 pt-4 pb-3.5 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={title} tabIndex={-1} className="font-sans font-semibold [overflow-wrap:anywhere]">
          {nameAddress(address)}
        </h3>
        {address.isRecipient && !address.isDefault && <Badge className="bg-ivory">Gift recipient</Badge>}
        {address.isDefault && <Badge className="bg-gold-200">Default</Badge>}
      </div>
      <AddressText address={address} className="mt-1 grow text-cocoa-600" />
      <div className="mt-2 flex flex-wrap gap-x-6">
        <Button variant="link" className="after:min-w-11" aria-label={`Edit ${described}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="link" aria-label={`Delete ${described}`} onClick={onRemove}>
          Delete
        </Button>
        {!address.isDefault && (
          <Button
            variant="link"
            pending={saving.isPending}
            aria-label={`Make Default: ${described}`}
            onClick={makeDefault}
          >
            Make Default
          </Button>
        )}
      </div>
    </li>
  )
}
