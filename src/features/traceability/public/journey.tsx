import { useState } from 'react'
import { calculateProgress, findCurrentStage } from '#src/features/traceability/batch.ts'
import type { Batch } from '#src/features/traceability/traceability.contract.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { StageRow } from './stage-row.tsx'

export function Journey({ batch }: { batch: Batch }) {
  const [selected, setSelected] = useState<string | null>(batch.currentStage)
  return (
    <section aria-labelledby="journey" className="cut grid gap-7 bg-white p-6 cut-18 sm:p-9">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="journey" className="text-subtitle">
            Journey Timeline
          </h2>
          {batch.isSample && <StatusBadge tone="warn">Sample record</StatusBadge>}
        </div>
        <p className="text-cocoa-600">
          {batch.ingredient}, batch <strong className="whitespace-nowrap">{batch.batchId}</strong>
        </p>
        {batch.isSample && (
          <p className="text-cocoa-500 text-small">
            It is an example and says nothing about the chocolates in the shop.
          </p>
        )}
      </div>
      <Progress batch={batch} />
      <ol>
        {batch.stages.map((stage) => (
          <StageRow
            key={stage.id}
            stage={stage}
            isSelected={stage.id === selected}
            onSelect={() => setSelected(stage.id === selected ? null : stage.id)}
          />
        ))}
      </ol>
    </section>
  )
}

function Progress({ batch }: { batch: Batch }) {
  const { completed, all, percent } = calculateProgress(batch.stages)
  return (
    <div className="grid gap-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id="progress" className="font-sans font-semibold text-small tracking-normal">
          Overall Progress
        </h3>
        <span className="amount text-heading">{percent}%</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby="progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${completed} of ${all} stages completed`}
        className="h-2 bg-ivory"
      >
        <div className="h-full bg-gold-500" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-cocoa-600 text-small">
        <span>
          {completed} of {all} stages completed
        </span>
        <DiamondMark className="size-1.5 bg-gold-500 max-sm:hidden" />
        <span>Now at {findCurrentStage(batch)?.name}</span>
      </p>
    </div>
  )
}
