import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import type { BatchSummary } from './admin-batches.contract.ts'
import { createBatchDraft } from './admin-batches.queries.ts'

type NewBatchDialogProps = {
  batches: BatchSummary[]
  onBegun: (id: string) => void
  onClose: () => void
}

export function NewBatchDialog({ batches, onBegun, onClose }: NewBatchDialogProps) {
  const beginning = useMutation(createBatchDraft)
  const problems = readFormErrors(beginning.error)
  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const copyOf = text('copyOf')
    if (beginning.isPending) return
    beginning.mutate(
      { batchId: text('batchId'), ingredient: text('ingredient'), ...(copyOf && { copyOf }) },
      { onSuccess: ({ id }) => onBegun(id) },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New batch"
      description="A draft, until you publish it."
    >
      <form noValidate onSubmit={begin} className="grid gap-5">
        <Field
          label="Batch ID"
          name="batchId"
          hint="It is printed on the labels and cannot change, for example GC-2026-114."
          error={problems?.fields.batchId}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Field
          label="Ingredient"
          name="ingredient"
          error={problems?.fields.ingredient}
          maxLength={200}
          autoComplete="off"
        />
        <SelectField label="Begins" name="copyOf" hint="Copies places and certificates, but no dates and results.">
          <option value="">Start with the usual stages</option>
          {batches.map(({ id, batchId, ingredient }) => (
            <option key={id} value={id}>
              Like {batchId}, {ingredient.slice(0, 40)}
            </option>
          ))}
        </SelectField>
        {problems && <ErrorNote>{problems.message}</ErrorNote>}
        <Button type="submit" pending={beginning.isPending} className="justify-self-start">
          Create Batch
        </Button>
      </form>
    </Dialog>
  )
}
