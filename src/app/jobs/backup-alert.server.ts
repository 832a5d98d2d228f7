import { addMinutes, formatDayAndTime } from '#src/core/dates.ts'
import { type BackupHealth, readBackupHealth } from '#src/db/backup/backup-folder.server.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { beginIncidents, endIncidents } from '#src/features/auth/alerts/incidents.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'

const INCIDENT = 'backup'

type Watch = { folder: string; maxAgeHours: number; waitingSince: Date; fallback: string; now: Date }

/** Job: alerts the admins when the last backup failed or is overdue: once, and again only after a backup in between. */
export async function alertMissingBackup(
  db: Db,
  { folder, maxAgeHours, waitingSince, fallback, now }: Watch,
): Promise<void> {
  const problem = findBackupProblem(await readBackupHealth(folder), { maxAgeHours, waitingSince, now })
  if (!problem) return endIncidents(db, INCIDENT)
  await inTransaction(db, async (tx) => {
    if (!(await beginIncidents(tx, [INCIDENT], now)).has(INCIDENT)) return
    await alertAdmins(tx, {
      mail: backupMail(problem),
      // Of two machines one may have no backups: the same newest backup is reported once.
      idempotencyKey: `failure:${INCIDENT}:${(problem.newest ?? waitingSince).toISOString()}:${problem.error ? 'failed' : 'overdue'}`,
      tag: `failure:${INCIDENT}`,
      fallback,
      now,
    })
  })
}

export type BackupProblem = { newest?: Date | undefined; error?: string | undefined }

export function findBackupProblem(
  { newest, attempt }: BackupHealth,
  { maxAgeHours, waitingSince, now }: Pick<Watch, 'maxAgeHours' | 'waitingSince' | 'now'>,
): BackupProblem | undefined {
  const oldest = addMinutes(now, -maxAgeHours * 60)
  const isOverdue = (newest?.takenAt ?? waitingSince) < oldest
  if (!isOverdue && !attempt?.error) return undefined
  return { newest: newest?.takenAt, error: attempt?.error }
}

export function backupMail({ newest, error }: BackupProblem) {
  const risk = newest
    ? `The newest backup is of ${formatDayAndTime(newest.toISOString())}. What customers order since then would be lost with this machine.`
    : 'There is no backup yet. All orders would be lost with this machine.'
  return composeMail('backup-failing', error ? 'The backup failed' : 'A backup is overdue', [
    risk,
    ...(error ? [`The last attempt failed: ${error}.`] : []),
    'Please forward this to the operator of the server. The guide to operations says what to do, under Backups.',
  ])
}
