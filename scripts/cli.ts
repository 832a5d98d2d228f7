import { FolderLockedError } from '#src/db/file-lock.server.ts'
import { printFailure } from '#src/server/process/print-failure.server.ts'

const stopping = new AbortController()
/** Aborted by the first signal, so that the command can clean up; a second signal ends it at once. */
export const STOP_SIGNAL = stopping.signal

/** Runs an operator's command; prints errors as plain text and sets the exit code. */
export async function runCommand(failure: string, command: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(new Error(`It was stopped by ${signal}`)))
  try {
    await command()
  } catch (error) {
    printFailure(failure, error instanceof FolderLockedError ? new Error(stopTheShop(error.folder)) : error)
    process.exitCode = 1
  }
}

const stopTheShop = (folder: string) =>
  `The shop runs on ${folder} and holds its lock: stop the shop (under systemd: systemctl stop 'golconda*'), run this again, then start it`
