import type { FormEvent } from 'react'
import { counted } from '#src/core/words.ts'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

type RemoveAllDialogProps = { count: number; onConfirm: () => void; onClose: () => void }

export function RemoveAllDialog({ count, onConfirm, onClose }: RemoveAllDialogProps) {
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${counted(count, 'person', 'people')} from the list?`}
      description="Their addresses, card texts and items are removed, too. Your cart and the text for everybody stay."
    >
      <form onSubmit={confirm}>
        <DialogActions otherwise="Keep Them" onClose={onClose}>
          Remove All
        </DialogActions>
      </form>
    </Dialog>
  )
}
