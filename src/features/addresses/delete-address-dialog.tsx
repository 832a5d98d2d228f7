import type { FormEvent } from 'react'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { AddressText, nameAddress } from './address-text.tsx'
import type { Address } from './addresses.contract.ts'

type DeleteAddressDialogProps = { address: Address; onClose: () => void; onConfirm: () => void }

export function DeleteAddressDialog({ address, onClose, onConfirm }: DeleteAddressDialogProps) {
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this address?"
      description="Orders that went there keep it."
    >
      <p className="mb-1 font-semibold text-small">{nameAddress(address)}</p>
      <AddressText address={address} className="mb-6 text-cocoa-600" />
      <form onSubmit={confirm}>
        <DialogActions otherwise="Keep It" onClose={onClose}>
          Delete Address
        </DialogActions>
      </form>
    </Dialog>
  )
}
