import type { BatchRecord } from './admin-batches.contract.ts'
import { createEmptyStage } from './batch-template.ts'

export const MAX_STAGES = 30

/** The record with one more stage at its end, of which nothing is written yet. */
export function addStage(record: BatchRecord, today: string): BatchRecord {
  const taken = new Set(record.stages.map(({ id }) => id))
  const ids = Array.from({ length: MAX_STAGES + 1 }, (_, index) => `stage-${index + 1}`)
  const id = ids.find((one) => !taken.has(one)) ?? ''
  return { ...record, stages: [...record.stages, createEmptyStage({ id, name: 'New stage' }, today)] }
}

/** The record without a stage. A batch that is at it is then at the stage before; a journey keeps its last stage. */
export function removeStage(record: BatchRecord, id: string): BatchRecord {
  const at = record.stages.findIndex((stage) => stage.id === id)
  const stages = record.stages.filter((stage) => stage.id !== id)
  const before = stages[Math.max(0, at - 1)]
  if (at < 0 || !before) return record
  return { ...record, stages, currentStage: record.currentStage === id ? before.id : record.currentStage }
}

/** The record with a stage one place earlier or later. */
export function moveStage(record: BatchRecord, id: string, by: -1 | 1): BatchRecord {
  const from = record.stages.findIndex((stage) => stage.id === id)
  const stages = [...record.stages]
  const [moved] = stages.splice(from, 1)
  if (from < 0 || !moved) return record
  stages.splice(Math.max(0, from + by), 0, moved)
  return { ...record, stages }
}
