import type { StatusTone } from '#src/ui/status-badge.tsx'
import type { Batch, Certification, Stage } from './traceability.contract.ts'

export type BatchProgress = { completed: number; all: number; percent: number }

/** How far a batch has come: its completed stages among all of them. */
export function calculateProgress(stages: readonly Pick<Stage, 'status'>[]): BatchProgress {
  const completed = stages.filter(({ status }) => status === 'completed').length
  const all = stages.length
  return { completed, all, percent: all === 0 ? 0 : Math.round((completed / all) * 100) }
}

const TONES = new Map<string, StatusTone>([
  ['excellent', 'ok'],
  ['good', 'info'],
  ['acceptable', 'warn'],
  ['poor', 'err'],
  ['active', 'ok'],
  ['expired', 'err'],
  ['completed', 'ok'],
  ['in-progress', 'info'],
])

/** The colour of a status; grey for one that the shop does not know. */
export function batchStatusTone(status: string): StatusTone {
  return TONES.get(status.toLowerCase()) ?? 'neutral'
}

/** A status as people read it. */
export function formatBatchStatus(status: string): string {
  return status.replaceAll('-', ' ')
}

/** Whatever was written down: a certificate is good on its last day and expired on the next. Days as 2026-11-21. */
export function certificateStatus(
  { status, validUntil }: Pick<Certification, 'status' | 'validUntil'>,
  today: string,
): string {
  return validUntil < today ? 'expired' : status
}

/** The stage that a batch is at. */
export function findCurrentStage({ stages, currentStage }: Pick<Batch, 'stages' | 'currentStage'>): Stage | undefined {
  return stages.find(({ id }) => id === currentStage)
}
