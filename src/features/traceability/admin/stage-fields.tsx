import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBatchStatus } from '#src/features/traceability/batch.ts'
import { BatchStatusBadge } from '#src/features/traceability/batch-status-badge.tsx'
import { STAGE_STATUSES } from '#src/features/traceability/batch-values.ts'
import type { Stage } from '#src/features/traceability/traceability.contract.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'

type StageFieldsProps = {
  stage: Stage
  change: (part: Partial<Stage>) => void
  errorOf: (field: string) => string | undefined
  /** True for a stage that was just added. */
  isNew: boolean
  /** Actions on the whole stage. */
  children: ReactNode
}

/** Collapsed by default: most edits change only the status and the date. */
export function StageFields({ stage, change, errorOf, isNew, children }: StageFieldsProps) {
  const { name, status, date, quality_check, notes = '', coordinates } = stage
  const [longitude, latitude] = coordinates
  const text = (field: TextField, label: string, className?: string) => (
    <Field
      label={label}
      value={stage[field]}
      error={errorOf(field)}
      onChange={(event) => change({ [field]: event.target.value })}
      className={className}
    />
  )
  return (
    <details open={isNew} className="group">
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-4 px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 font-semibold text-small">{name || 'A stage without a name'}</span>
        <BatchStatusBadge of={status} />
        <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
        {text('name', 'Name', 'sm:col-span-2')}
        <SelectField
          label="Status"
          value={status}
          onChange={(event) => change({ status: event.target.value as Stage['status'] })}
        >
          {STAGE_STATUSES.map((known) => (
            <option key={known} value={known}>
              {formatBatchStatus(known)}
            </option>
          ))}
        </SelectField>
        <Field
          label="Date"
          type="date"
          value={date}
          error={errorOf('date')}
          onChange={(event) => change({ date: event.target.value })}
        />
        {text('location', 'Place')}
        {text('responsible', 'Responsible')}
        <NumberField
          label="Longitude"
          value={longitude}
          error={errorOf('coordinates.0')}
          onChange={(degrees) => change({ coordinates: [degrees, latitude] })}
        />
        <NumberField
          label="Latitude"
          value={latitude}
          error={errorOf('coordinates.1')}
          onChange={(degrees) => change({ coordinates: [longitude, degrees] })}
        />
        {text('duration', 'Duration')}
        {text('temperature', 'Temperature')}
        {text('humidity', 'Humidity')}
        <CheckboxField
          label="Quality checked"
          checked={quality_check}
          onChange={(event) => change({ quality_check: event.target.checked })}
          className="sm:self-end"
        />
        <TextAreaField
          label="What happens"
          value={stage.description}
          error={errorOf('description')}
          onChange={(event) => change({ description: event.target.value })}
          className="sm:col-span-2"
        />
        <TextAreaField
          label="Notes"
          rows={2}
          value={notes}
          error={errorOf('notes')}
          onChange={(event) => change({ notes: event.target.value || undefined })}
          className="sm:col-span-2"
        />
        {children}
      </div>
    </details>
  )
}

type TextField = 'name' | 'location' | 'responsible' | 'duration' | 'temperature' | 'humidity'
