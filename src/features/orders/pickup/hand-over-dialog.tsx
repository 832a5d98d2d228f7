import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, serverMessage, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { handOverOrder } from '#src/features/orders/admin/admin-orders.queries.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

type HandOverDialogProps = { order: Order; onClose: () => void }

/** Asks for the customer's code, or why the order is handed over without. */
export function HandOverDialog({ order, onClose }: HandOverDialogProps) {
  const [hasCode, setHasCode] = useState(true)
  const handing = useMutation(handOverOrder)
  const problems = readFormErrors(handing.error)
  const form = useFocusOnRefusal(handing.error)
  const failure = handing.error && Object.keys(problems?.fields ?? {}).length === 0
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (handing.isPending) return
    const typed = new FormData(event.currentTarget)
    const proof = hasCode ? { code: String(typed.get('code')) } : { reason: String(typed.get('reason')) }
    handing.mutate({ id: order.id, ...proof }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Hand over this order?"
      description={`${order.customerName} picks up ${order.orderId} and shows the code of the order.`}
    >
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        {hasCode ? (
          <Field
            key="code"
            label="Code of the customer"
            name="code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            hint="Six digits, on the order page and in the message."
            error={problems?.fields.code}
          />
        ) : (
          <TextAreaField
            key="reason"
            label="Why without the code"
            name="reason"
            maxLength={500}
            rows={3}
            hint="For example how you know who it is. It stays in the history of the order."
            error={problems?.fields.reason}
          />
        )}
        <Button
          variant="link"
          className="justify-self-start"
          onClick={() => {
            setHasCode(!hasCode)
            handing.reset()
          }}
        >
          {hasCode ? 'The customer has no code' : 'Enter the code instead'}
        </Button>
        {failure && <ErrorNote>{serverMessage(handing.error) ?? 'Please try again.'}</ErrorNote>}
        <DialogActions pending={handing.isPending} onClose={onClose}>
          Hand over
        </DialogActions>
      </form>
    </Dialog>
  )
}
