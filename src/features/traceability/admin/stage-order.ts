import type { BatchRecord } from './admin-batches.contract.ts'
import { createEmptyStage } from './batch-template.ts'

export const MAX_STAGES = 30

export function addStage(record: BatchRecord, today: string): BatchRecord {
  const taken = new Set(record.stages.map(({ id }) => id))
  const ids = Array.from({ length: MAX_STAGES + 1 }, (_, index) => `stage-${index + 1}`)
  const id = ids.find((one) => !taken.has(one)) ?? ''
  return { ...record, stages: [...record.stages, createEmptyStage({ id, name: 'New stage' }, today)] }
}

/** Removes a stage. If it was the current one, the stage before it becomes current; the last stage stays. */
export function removeStage(record: BatchRecord, id: string): BatchRecord {
  const at = record.stages.findIndex((stage) => stage.id === id)
  const stages = record.stages.filter((stage) => stage.id !== id)
  const before = stages[Math.max(0, at - 1)]
  if (at < 0 || !before) return record
  return { ...record, stages, currentStage: record.currentStage === id ? before.id : record.currentStage }
}

export function moveStage(record: BatchRecord, id: string, by: -1 | 1): BatchRecord {
  const from = record.stages.findIndex((stage) => stage.id === id)
  const stages = [...record.stages]
  const [moved] = stages.splice(from, 1)
  if (from < 0 || !moved) return record
  stages.splice(Math.max(0, from + by), 0, moved)
  return { ...record, stages }
}
