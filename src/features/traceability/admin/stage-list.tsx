import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { shopDay } from '#src/core/dates.ts'
import { formatBatchStatus } from '#src/features/traceability/batch.ts'
import { BatchStatusBadge } from '#src/features/traceability/batch-status-badge.tsx'
import { Stage } from '#src/features/traceability/traceability.contract.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { type FormFields, type PartProps, SchemaFields } from '#src/ui/forms/schema-form.tsx'
import type { BatchRecord } from './admin-batches.contract.ts'
import { addStage, MAX_STAGES, moveStage, removeStage } from './stage-order.ts'

const WIDE = 'sm:col-span-2'

const STAGE_FIELDS: FormFields<Stage> = {
  name: { label: 'Name', className: WIDE },
  status: { label: 'Status', optionLabel: formatBatchStatus },
  date: 'Date',
  location: 'Place',
  responsible: 'Responsible',
  coordinates: { fields: { 0: 'Longitude', 1: 'Latitude' } },
  duration: 'Duration',
  temperature: 'Temperature',
  humidity: 'Humidity',
  quality_check: { label: 'Quality checked', className: 'sm:self-end' },
  description: { label: 'What happens', rows: 4, className: WIDE },
  notes: { label: 'Notes', rows: 2, className: WIDE },
}

/** Stages are collapsed, except new ones: most edits change only the status and the date. */
export function StageList({ value: record, set, errorOf }: PartProps<BatchRecord>) {
  const { stages } = record
  const [initialIds] = useState(() => new Set(stages.map(({ id }) => id)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-semibold">Stages</legend>
      <div className="divide-y divide-line border border-line bg-white">
        {stages.map((stage, index) => (
          <details key={stage.id} open={!initialIds.has(stage.id)} className="group">
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-4 px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 flex-1 font-semibold text-small">{stage.name || 'A stage without a name'}</span>
              <BatchStatusBadge of={stage.status} />
              <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 group-open:rotate-180" />
            </summary>
            <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
              <SchemaFields
                schema={Stage}
                fields={STAGE_FIELDS}
                value={stage}
                set={(changed) => set({ ...record, stages: stages.with(index, changed) })}
                errorOf={(path) => errorOf(`stages.${index}.${path}`)}
              />
              <StageActions record={record} set={set} index={index} stage={stage} />
            </div>
          </details>
        ))}
      </div>
      {stages.length < MAX_STAGES && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => set(addStage(record, shopDay(new Date())))}
          className="justify-self-start"
        >
          <Plus aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          Add a stage
        </Button>
      )}
    </fieldset>
  )
}

type StageActionsProps = { record: BatchRecord; set: (record: BatchRecord) => void; index: number; stage: Stage }

function StageActions({ record, set, index, stage: { id, name } }: StageActionsProps) {
  const last = record.stages.length - 1
  return (
    <div className="flex flex-wrap items-center gap-1 sm:col-span-2">
      <IconButton label={`Move ${name} earlier`} disabled={index === 0} onClick={() => set(moveStage(record, id, -1))}>
        <ArrowUp aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
      <IconButton label={`Move ${name} later`} disabled={index === last} onClick={() => set(moveStage(record, id, 1))}>
        <ArrowDown aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
      {last > 0 && (
        <Button variant="link" onClick={() => set(removeStage(record, id))} className="ml-auto">
          <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
          Remove this stage
        </Button>
      )}
    </div>
  )
}
