import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { closeTicket } from './inbox.queries.ts'

type CloseUnsettledDialogProps = { ticketId: string; loss: string; onClose: () => void }

export function CloseUnsettledDialog({ ticketId, loss, onClose }: CloseUnsettledDialogProps) {
  const close = useMutation({ ...closeTicket, onSuccess: onClose })
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!close.isPending) close.mutate({ id: ticketId, status: 'closed' })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Close this unsettled report?" description={loss}>
      <form onSubmit={confirm}>
        <DialogActions otherwise="Leave it open" pending={close.isPending} onClose={onClose}>
          Close It
        </DialogActions>
      </form>
    </Dialog>
  )
}
