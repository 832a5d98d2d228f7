import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatAmount } from '#src/core/money.ts'
import type { PaymentDetails } from '#src/features/payments/admin/admin-payments.contract.ts'
import { requestRefundMutation } from '#src/features/payments/admin/admin-payments.queries.ts'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

export function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const [chosen, setChosen] = useState<string>()
  const refund = useMutation(requestRefundMutation)
  const parcel = payment.parcels.find(({ orderId }) => orderId === chosen)
  const isOneOfSeveral = payment.parcels.length > 0
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const wanted = { amount: Number(typed.get('amount')), reason: String(typed.get('reason')).trim(), key }
    refund.mutate({ id: payment.id, ...wanted, ...(parcel && { orderId: parcel.orderId }) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isOneOfSeveral ? 'Refund a parcel?' : 'Refund this payment?'}
      description={`Of ${formatAmount(payment.received)} that ${payment.customerName} paid, at most ${formatAmount(parcel?.refundable ?? payment.refundable)} can be refunded${parcel ? ' for this parcel' : ''}.`}
    >
      <form onSubmit={send} className="grid gap-5">
        {isOneOfSeveral && <ParcelChoice parcels={payment.parcels} chosen={chosen} onChoose={setChosen} />}
        <Field
          key={chosen}
          label="Amount in rupees"
          name="amount"
          type="number"
          inputMode="decimal"
          min={1}
          max={parcel?.refundable ?? payment.refundable}
          defaultValue={parcel?.refundable}
          step={0.01}
          required
          autoComplete="off"
        />
        <TextAreaField label="Reason" name="reason" required maxLength={500} rows={2} />
        <DialogActions pending={refund.isPending} onClose={onClose}>
          Refund
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ParcelChoiceProps = {
  parcels: PaymentDetails['parcels']
  chosen: string | undefined
  onChoose: (orderId: string) => void
}

function ParcelChoice({ parcels, chosen = '', onChoose }: ParcelChoiceProps) {
  return (
    <SelectField label="Parcel" value={chosen} onChange={(event) => onChoose(event.target.value)} required>
      <option value="" disabled>
        Choose a parcel
      </option>
      {parcels.map(({ orderId, recipient, refundable }, index) => (
        <option key={orderId} value={orderId} disabled={refundable === 0}>
          {`${index + 1}. ${recipient}: ${refundable === 0 ? 'nothing left' : formatAmount(refundable)}`}
        </option>
      ))}
    </SelectField>
  )
}
