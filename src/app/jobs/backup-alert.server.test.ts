import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { createBackupName, writeAttempt } from '#src/db/backup/backup-folder.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { createMetrics } from '#src/server/telemetry/metrics.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { registerBackupMetrics } from '../ingress/backup-metrics.server.ts'
import { alertMissingBackup } from './backup-alert.server.ts'

const OPENED = new Date('2026-11-22T08:00:00Z')
const later = (minutes: number) => addMinutes(OPENED, minutes)

function putBackup(folder: string, takenAt: Date): void {
  writeFileSync(path.join(folder, createBackupName(takenAt.toISOString(), false)), 'twelve bytes')
}

const attemptAt = (endedAt: Date, error?: string) => ({
  endedAt: endedAt.toISOString(),
  seconds: 3,
  ...(error && { error }),
})

/** Runs the job some minutes after the shop opened, and returns the subjects of all mails so far. */
const alertsAfter = (db: Db, folder: string) => async (minutes: number) => {
  const watch = { folder, maxAgeHours: 2, waitingSince: OPENED, fallback: 'asha@shop.example', now: later(minutes) }
  await alertMissingBackup(db, watch)
  return (await db.select().from(outboxMessages).orderBy(outboxMessages.createdAt)).map(({ subject }) => subject)
}

describe('the admins', () => {
  it('are told once that the first backup is overdue, and again when a later one is', () =>
    inTestTransaction(async (db) => {
      const folder = temporaryFolder()
      const alerts = alertsAfter(db, folder)
      expect(await alerts(119)).toEqual([])
      expect(await alerts(121)).toEqual(['A backup is overdue'])
      expect(await alerts(125)).toHaveLength(1)
      putBackup(folder, later(130))
      expect(await alerts(240)).toHaveLength(1)
      expect(await alerts(251)).toHaveLength(2)
    }))

  it('are told at once that a backup failed, and no more after one that succeeded', () =>
    inTestTransaction(async (db) => {
      const folder = temporaryFolder()
      const alerts = alertsAfter(db, folder)
      putBackup(folder, later(0))
      await writeAttempt(folder, attemptAt(later(60), 'the disk is full'))
      expect(await alerts(61)).toEqual(['The backup failed'])
      await writeAttempt(folder, attemptAt(later(120)))
      putBackup(folder, later(120))
      expect(await alerts(121)).toHaveLength(1)
      await writeAttempt(folder, attemptAt(later(180), 'the disk is full'))
      expect(await alerts(181)).toHaveLength(2)
    }))
})

it('the metrics tell the age, the size and the failure of backups', async () => {
  const folder = temporaryFolder()
  const metrics = createMetrics()
  registerBackupMetrics(metrics, folder)
  const read = async () =>
    [...(await metrics.registry.metrics()).matchAll(/^shop_last_backup_(\w+) (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ])
  expect(Object.fromEntries(await read())).toEqual({ timestamp_seconds: 0, bytes: 0, failed: 0, duration_seconds: 0 })
  putBackup(folder, OPENED)
  putBackup(folder, later(-60))
  await writeAttempt(folder, attemptAt(later(60), 'the disk is full'))
  expect(Object.fromEntries(await read())).toEqual({
    ...{ timestamp_seconds: OPENED.getTime() / 1000, bytes: 12, failed: 1, duration_seconds: 3 },
  })
})
