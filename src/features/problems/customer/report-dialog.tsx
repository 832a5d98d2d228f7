import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import {
  type NewProblem,
  PROBLEM_KIND_NAMES,
  PROBLEM_KINDS,
  PROBLEM_WISH_NAMES,
  PROBLEM_WISHES,
  type ReportableParcel,
} from '#src/features/problems/problems.contract.ts'
import { sendProblem } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { LineChoice } from './line-choice.tsx'
import { PhotosField, usePhotos } from './photos-field.tsx'

type ReportDialogProps = { parcels: ReportableParcel[]; onClose: () => void }

export function ReportDialog({ parcels, onClose }: ReportDialogProps) {
  const sending = useMutation(sendProblem)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={sending.isSuccess ? 'We are sorry' : 'Report a problem'}
      description={sending.isSuccess ? undefined : `We answer within ${REPLY_WITHIN_HOURS} hours.`}
    >
      {sending.isSuccess ? (
        <div role="status" className="grid gap-5">
          <p>{`Your report has the number ${sending.data.ticket}. We answer by e-mail within ${REPLY_WITHIN_HOURS} hours. Please keep the chocolate until then.`}</p>
          <Button onClick={onClose} className="justify-self-start">
            Close
          </Button>
        </div>
      ) : (
        <ReportForm parcels={parcels} sending={sending} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Sending = {
  mutate: (problem: NewProblem & { orderId: string }) => void
  isPending: boolean
  error: Error | null
}

function ReportForm({ parcels, sending, onClose }: ReportDialogProps & { sending: Sending }) {
  const [parcelId, setParcelId] = useState(parcels[0]?.id ?? '')
  const parcel = parcels.find(({ id }) => id === parcelId)
  const open = parcel?.lines.filter(({ isReported }) => !isReported) ?? []
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  // A single line needs no choice.
  const quantities = open.length === 1 && open[0] ? { [open[0].lineId]: open[0].quantity, ...chosen } : chosen
  const photos = usePhotos()
  const errors = readFormErrors(sending.error)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.isPending || photos.isPending) return
    const typed = new FormData(event.currentTarget)
    const lines = open.flatMap(({ lineId }) => {
      const quantity = quantities[lineId] ?? 0
      return quantity > 0 ? [{ lineId, quantity }] : []
    })
    sending.mutate({
      orderId: parcelId,
      kind: PROBLEM_KINDS.find((kind) => kind === typed.get('kind')) ?? 'other',
      wish: PROBLEM_WISHES.find((wish) => wish === typed.get('wish')) ?? 'refund',
      text: String(typed.get('text')).trim(),
      lines,
      photoIds: photos.ids,
    })
  }
  return (
    <form onSubmit={send} aria-label="Report a problem" className="grid gap-5" noValidate>
      {parcels.length > 1 && (
        <SelectField
          label="Which parcel?"
          value={parcelId}
          onChange={(event) => {
            setParcelId(event.target.value)
            setChosen({})
          }}
        >
          {parcels.map(({ id, number, recipient }) => (
            <option key={id} value={id}>{`${number}. ${recipient}`}</option>
          ))}
        </SelectField>
      )}
      <SelectField label="What is wrong?" name="kind">
        {PROBLEM_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {PROBLEM_KIND_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <LineChoice lines={open} quantities={quantities} error={errors?.fields.lines} onChange={setChosen} />
      <TextAreaField
        label="What happened?"
        name="text"
        rows={4}
        maxLength={2000}
        error={errors?.fields.text}
        placeholder="The box was warm, and both bars have melted."
      />
      <PhotosField photos={photos} error={errors?.fields.photoIds} />
      <SelectField label="What would you like?" name="wish">
        {PROBLEM_WISHES.map((wish) => (
          <option key={wish} value={wish}>
            {PROBLEM_WISH_NAMES[wish]}
          </option>
        ))}
      </SelectField>
      {sending.error && <ErrorNote>{errors?.message ?? 'We could not send your report. Please try again.'}</ErrorNote>}
      <DialogActions pending={sending.isPending} onClose={onClose}>
        Send Report
      </DialogActions>
    </form>
  )
}
