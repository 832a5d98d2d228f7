import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import {
  PROBLEM_KIND_NAMES,
  PROBLEM_WISH_NAMES,
  type ProblemReceipt,
  REPLACEMENT_MONEY,
  type ReportableParcel,
} from '#src/features/problems/problems.contract.ts'
import { type SentReport, sendProblem } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { LineChoice } from './line-choice.tsx'
import { PhotosField, usePhotos } from './photos-field.tsx'
import { type ChangeDraft, EMPTY_DRAFT, keepCurrentErrors, type ReportDraft, readDraft } from './report-draft.ts'

type ReportDialogProps = {
  parcels: ReportableParcel[]
  draft: ReportDraft
  change: ChangeDraft
  onClose: () => void
}

export function ReportDialog(props: ReportDialogProps) {
  const { change, onClose } = props
  const sending = useMutation({ ...sendProblem, onSuccess: () => change(() => EMPTY_DRAFT) })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={sending.isSuccess ? 'We have your report' : 'Report a problem'}
      description={sending.isSuccess ? undefined : `We answer within ${REPLY_WITHIN_HOURS} hours.`}
    >
      {sending.isSuccess ? (
        <div role="status" className="grid gap-5">
          <p>{`We are sorry. Your report has the number ${sending.data.ticket}, and we answer by e-mail within ${REPLY_WITHIN_HOURS} hours. ${KEEP[sending.variables.kind === 'late' ? 'late' : 'here']}`}</p>
          <Button onClick={onClose} className="justify-self-start">
            Close
          </Button>
        </div>
      ) : (
        <ReportForm {...props} sending={sending} />
      )}
    </Dialog>
  )
}

const KEEP = { here: 'Please keep the chocolate until then.', late: '' }

type Sending = UseMutationResult<ProblemReceipt, Error, SentReport>

function ReportForm({ parcels, draft, change, sending, onClose }: ReportDialogProps & { sending: Sending }) {
  const { parcel, lines, quantities, report } = readDraft(draft, parcels)
  const photos = usePhotos(draft.photoIds, change)
  const form = useFocusOnRefusal(sending.error)
  const errors = readFormErrors(sending.error)
  const fields = keepCurrentErrors(errors?.fields ?? {}, sending.variables ?? {}, report)
  const set = (changed: Partial<ReportDraft>) => change((now) => ({ ...now, ...changed }))

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!sending.isPending && !photos.isPending) sending.mutate(report)
  }
  return (
    <form ref={form} onSubmit={send} aria-label="Report a problem" className="grid gap-5" noValidate>
      {parcels.length > 1 && (
        <SelectField
          label="Which parcel?"
          value={report.orderId}
          onChange={(event) => set({ parcelId: event.target.value, kind: '', wish: '', quantities: {} })}
        >
          {parcels.map(({ id, number, recipient }) => (
            <option key={id} value={id}>{`${number}. ${recipient}`}</option>
          ))}
        </SelectField>
      )}
      <ChoiceField
        label="What is wrong?"
        names={PROBLEM_KIND_NAMES}
        choices={parcel?.kinds ?? []}
        value={report.kind}
        onChoose={(kind) => set({ kind })}
        error={fields.kind}
      />
      <LineChoice
        lines={lines}
        quantities={quantities}
        error={fields.lines}
        onChange={(quantities) => set({ quantities })}
      />
      <TextAreaField
        label="What happened?"
        rows={4}
        maxLength={2000}
        value={draft.text}
        onChange={(event) => set({ text: event.target.value })}
        error={fields.text}
        placeholder={
          report.kind === 'late' ? 'It should have come on Monday.' : 'The box was warm, and both bars have melted.'
        }
      />
      <PhotosField photos={photos} error={fields.photoIds} />
      <ChoiceField
        label="What would you like?"
        names={PROBLEM_WISH_NAMES}
        hint={parcel?.wishes.includes('refund') === false ? REPLACEMENT_MONEY : undefined}
        choices={parcel?.wishes ?? []}
        value={report.wish}
        onChoose={(wish) => set({ wish })}
        error={fields.wish}
      />
      {sending.error && <ErrorNote>{errors?.message ?? 'We could not send your report. Please try again.'}</ErrorNote>}
      <DialogActions otherwise="Cancel" pending={sending.isPending} onClose={onClose}>
        Send Report
      </DialogActions>
    </form>
  )
}

type ChoiceFieldProps<Name extends string> = {
  label: string
  names: Readonly<Record<Name, string>>
  choices: readonly Name[]
  value: Name | ''
  onChoose: (name: Name | '') => void
  error: string | undefined
  hint?: string
}

function ChoiceField<Name extends string>({
  label,
  names,
  choices,
  value,
  onChoose,
  error,
  hint,
}: ChoiceFieldProps<Name>) {
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value}
      onChange={(event) => onChoose(choices.find((one) => one === event.target.value) ?? '')}
    >
      {choices.length > 1 && <option value="">Please choose</option>}
      {choices.map((name) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </SelectField>
  )
}
