import { InvalidEnvError } from '#src/server/config/env.server.ts'

/** Prints for an operator each problem of the settings, or the error with its cause, if that says more. */
export function printFailure(heading: string, error: unknown): void {
  console.error(describeFailure(heading, error).join('\n'))
}

export function describeFailure(heading: string, error: unknown): string[] {
  const problems = listProblems(error)
  const cause = causeOf(error)
  const saysMore = cause && !problems.some((problem) => problem.includes(cause))
  return [`${heading}:`, ...problems.map((problem) => `  - ${problem}`), ...(saysMore ? [`    (${cause})`] : [])]
}

function listProblems(error: unknown): string[] {
  if (error instanceof InvalidEnvError) return error.problems
  return [error instanceof Error ? error.message : String(error)]
}

function causeOf(error: unknown): string | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
}
