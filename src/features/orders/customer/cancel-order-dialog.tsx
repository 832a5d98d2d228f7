import type { FormEvent } from 'react'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

type CancelOrderDialogProps = {
  what: 'Order' | 'Parcel'
  consequence: string
  onClose: () => void
  onConfirm: (reason: string) => void
}

export function CancelOrderDialog({ what, consequence, onClose, onConfirm }: CancelOrderDialogProps) {
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm(String(new FormData(event.currentTarget).get('reason')).trim())
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel this ${what.toLowerCase()}?`}
      description={consequence}
    >
      <form onSubmit={confirm} className="grid gap-5">
        <TextAreaField label="Why? (optional)" name="reason" maxLength={500} rows={3} />
        <DialogActions otherwise={`Keep the ${what}`} onClose={onClose}>
          Yes, Cancel It
        </DialogActions>
      </form>
    </Dialog>
  )
}
