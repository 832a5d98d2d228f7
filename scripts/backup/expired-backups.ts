import type { BackupFile } from '#src/db/backup/backup-folder.server.ts'

const DAYS = 35
const MONTHS = 12

/** Lists which to delete: all but the newest, the last of each of 35 days, and the last of each of twelve months. */
export function findExpiredBackups(backups: BackupFile[], keep: number): BackupFile[] {
  const firstOf = (length: number, count: number) => {
    const periods = new Map<string, BackupFile>()
    for (const backup of backups) {
      const period = backup.takenAt.toISOString().slice(0, length)
      if (!periods.has(period)) periods.set(period, backup)
    }
    return [...periods.values()].slice(0, count)
  }
  const retained = new Set([...backups.slice(0, keep), ...firstOf(10, DAYS), ...firstOf(7, MONTHS)])
  return backups.filter((backup) => !retained.has(backup))
}
