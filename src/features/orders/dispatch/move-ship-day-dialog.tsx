import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import type { DispatchedOrder } from './dispatch-calendar.contract.ts'
import { moveShipDay } from './dispatch-calendar.queries.ts'

type MoveShipDayDialogProps = { order: DispatchedOrder; shipOn: string; onClose: () => void }

export function MoveShipDayDialog({ order, shipOn, onClose }: MoveShipDayDialogProps) {
  const moving = useMutation(moveShipDay)
  const problems = readFormErrors(moving.error)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (moving.isPending) return
    const form = new FormData(event.currentTarget)
    const change = { shipOn: String(form.get('shipOn')), reason: String(form.get('reason')).trim() }
    moving.mutate({ id: order.id, ...change }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move ${order.orderId}`}
      description={`${order.customerName} gets a mail with the new delivery date and your reason.`}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field
          label="New day of dispatch"
          name="shipOn"
          type="date"
          defaultValue={shipOn}
          error={problems?.fields.shipOn}
        />
        <Field label="Reason" name="reason" maxLength={200} error={problems?.fields.reason} autoComplete="off" />
        {problems && Object.keys(problems.fields).length === 0 && <ErrorNote>{problems.message}</ErrorNote>}
        <DialogActions otherwise="Keep the day" pending={moving.isPending} onClose={onClose}>
          Move the order
        </DialogActions>
      </form>
    </Dialog>
  )
}
