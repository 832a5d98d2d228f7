import { type BackupHealth, readBackupHealth } from '#src/db/backup/backup-folder.server.ts'
import { shareRunning } from '#src/db/servers/primary-finder.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'

/** Registers what the backups in this folder tell. A folder that cannot be read counts as one without backups. */
export function registerBackupMetrics(metrics: Metrics, folder: string): void {
  const readHealth = shareRunning(() =>
    readBackupHealth(folder).catch((error): BackupHealth => {
      log.warn('The folder of the backups cannot be read', { err: error })
      return {}
    }),
  )
  const gauge = (name: string, help: string, read: (health: BackupHealth) => number) =>
    metrics.gauge(name, help, async () => read(await readHealth()))
  gauge('shop_last_backup_timestamp_seconds', 'Time of the newest complete backup, 0 if there is none', ({ newest }) =>
    newest ? newest.takenAt.getTime() / 1000 : 0,
  )
  gauge('shop_last_backup_bytes', 'Size of the newest complete backup', ({ newest }) => newest?.bytes ?? 0)
  gauge('shop_last_backup_failed', 'Whether the last attempt to take a backup failed', ({ attempt }) =>
    Number(attempt?.error !== undefined),
  )
  gauge('shop_last_backup_duration_seconds', 'Duration of the last attempt', ({ attempt }) => attempt?.seconds ?? 0)
}
