import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { shopDay } from '#src/core/dates.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import type { BatchRecord } from './admin-batches.contract.ts'
import { StageFields } from './stage-fields.tsx'
import { addStage, MAX_STAGES, moveStage, removeStage } from './stage-order.ts'

type StageListProps = {
  record: BatchRecord
  set: (record: BatchRecord) => void
  errorOf: (path: string) => string | undefined
}

export function StageList({ record, set, errorOf }: StageListProps) {
  const { stages } = record
  const [initialIds] = useState(() => new Set(stages.map(({ id }) => id)))
  return (
    <div className="grid gap-3">
      <div className="divide-y divide-line border border-line bg-white">
        {stages.map((stage, index) => (
          <StageFields
            key={stage.id}
            stage={stage}
            isNew={!initialIds.has(stage.id)}
            change={(changes) =>
              set({
                ...record,
                stages: stages.map((other) => (other.id === stage.id ? { ...other, ...changes } : other)),
              })
            }
            errorOf={(field) => errorOf(`stages.${index}.${field}`)}
          >
            <div className="flex flex-wrap items-center gap-1 sm:col-span-2">
              <IconButton
                label={`Move ${stage.name} earlier`}
                disabled={index === 0}
                onClick={() => set(moveStage(record, stage.id, -1))}
              >
                <ArrowUp aria-hidden="true" strokeWidth={1.5} className="size-5" />
              </IconButton>
              <IconButton
                label={`Move ${stage.name} later`}
                disabled={index === stages.length - 1}
                onClick={() => set(moveStage(record, stage.id, 1))}
              >
                <ArrowDown aria-hidden="true" strokeWidth={1.5} className="size-5" />
              </IconButton>
              {stages.length > 1 && (
                <Button variant="link" onClick={() => set(removeStage(record, stage.id))} className="ml-auto">
                  <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
                  Remove this stage
                </Button>
              )}
            </div>
          </StageFields>
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
    </div>
  )
}
