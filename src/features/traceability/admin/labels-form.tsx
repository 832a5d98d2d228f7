import Printer from 'lucide-react/icons/printer'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import type { AdminBatch } from './admin-batches.contract.ts'
import { batchLabelsPath } from './admin-batches.queries.ts'

export function LabelsForm({ batch }: { batch: AdminBatch }) {
  return (
    <form
      action={batchLabelsPath(batch.id)}
      target="_blank"
      aria-label="Labels"
      className="grid grid-cols-[5rem_minmax(0,1fr)] items-end gap-4 border border-line bg-white p-4 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:p-5"
      rel="noopener"
    >
      <Field label="Labels" name="count" type="number" min={1} max={720} defaultValue={36} required />
      <SelectField label="Paper" name="paper" defaultValue="a4">
        <option value="a4">A4, 36 to a sheet</option>
        <option value="roll">Roll, 50 × 30 mm</option>
      </SelectField>
      <Button type="submit" variant="secondary" className="max-sm:col-span-2">
        <Printer aria-hidden="true" strokeWidth={1.5} className="size-5" />
        Print labels
      </Button>
    </form>
  )
}
