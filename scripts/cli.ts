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
    const problems =
      error instanceof InvalidEnvError ? error.problems : [error instanceof Error ? error.message : String(error)]
    console.error([`${failure}:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    if (error instanceof Error && error.cause instanceof Error) console.error(`    (${error.cause.message})`)
    process.exitCode = 1
  }
}
