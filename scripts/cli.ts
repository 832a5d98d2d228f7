import { FolderLockedError } from '#src/db/file-lock.server.ts'
import { InvalidEnvError } from '#src/server/config/env.server.ts'

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
    console.error([`${failure}:`, ...problemsOf(error).map((problem) => `  - ${problem}`)].join('\n'))
    const cause = error instanceof FolderLockedError ? undefined : error instanceof Error && error.cause
    if (cause instanceof Error) console.error(`    (${cause.message})`)
    process.exitCode = 1
  }
}

function problemsOf(error: unknown): string[] {
  if (error instanceof InvalidEnvError) return error.problems
  if (error instanceof FolderLockedError)
    return [`The shop runs on ${error.folder} and holds its lock: stop the shop, run this again, then start it`]
  return [error instanceof Error ? error.message : String(error)]
}
