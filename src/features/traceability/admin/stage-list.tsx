import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { shopDay } from '#src/core/dates.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import type { BatchRecord } from './admin-batches.contract.ts'
import { StageFields } from './stage-fields.tsx'
import { addStage, MAX_STAGES, moveStage, removeStage } from './stage-order.ts'

type StageListProps = {
  record: BatchRecord
  set: (record: BatchRecord) => void
  wrong: (path: string) => string | undefined
}

/** The stages in their order. Not every batch goes the way of the house: some stages are added, some taken out. */
export function StageList({ record, set, wrong }: StageListProps) {
  const { stages } = record
  const [known] = useState(() => new Set(stages.map(({ id }) => id)))
  return (
    <div className="grid gap-3">
      <div className="divide-y divide-line border border-line bg-white">
        {stages.map((stage, index) => (
          <StageFields
            key={stage.id}
            stage={stage}
            isNew={!known.has(stage.id)}
            change={(part) =>
              set({ ...record, stages: stages.map((kept) => (kept.id === stage.id ? { ...kept, ...part } : kept)) })
            }
            wrong={(field) => wrong(`stages.${index}.${field}`)}
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
                  Take out this stage
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
