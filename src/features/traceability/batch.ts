import type { StatusTone } from '#src/ui/status-badge.tsx'
import type { Batch, Certification, Stage } from './traceability.contract.ts'

export type BatchProgress = { completed: number; all: number; percent: number }

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

export function batchStatusTone(status: string): StatusTone {
  return TONES.get(status.toLowerCase()) ?? 'neutral'
}

export function formatBatchStatus(status: string): string {
  return status.replaceAll('-', ' ')
}

/** Overrides the stored status by date: a certificate is valid through its last day. Days as 2026-11-21. */
export function certificateStatus(
  { status, validUntil }: Pick<Certification, 'status' | 'validUntil'>,
  today: string,
): string {
  return validUntil < today ? 'expired' : status
}

export function findCurrentStage({ stages, currentStage }: Pick<Batch, 'stages' | 'currentStage'>): Stage | undefined {
  return stages.find(({ id }) => id === currentStage)
}
