import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { counted } from '#src/core/words.ts'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { serveEverywhere } from './delivery-area.queries.ts'

export function ServeEverywhereDialog({ rows, onClose }: { rows: number; onClose: () => void }) {
  const { mutate, isPending } = useMutation(serveEverywhere)
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deliver everywhere again?"
      description={`The list of ${counted(rows, 'PIN code')} is removed. Download it first if you may need it again.`}
    >
      <form onSubmit={confirm}>
        <DialogActions otherwise="Keep the list" pending={isPending} onClose={onClose}>
          Remove the list
        </DialogActions>
      </form>
    </Dialog>
  )
}
