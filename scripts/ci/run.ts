import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

type Surroundings = { cwd?: string; env?: Record<string, string> | undefined; isPatient?: boolean | undefined }

/** Runs a program to its end and returns all that it printed. */
export function run(
  program: string,
  given: string[],
  { cwd, env, isPatient }: Surroundings = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      cwd,
      // No colours: the output often ends up in a file.
      env: { ...process.env, NO_COLOR: '1', ...env },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // Processes that it starts inherit this.
    if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
