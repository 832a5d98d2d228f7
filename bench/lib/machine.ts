import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ADMIN } from '#tests/shop-process.ts'

/** Clock ticks per second on Linux (getconf CLK_TCK). */
export const TICKS_A_SECOND = 100

/** Processor time so far: user and system, all threads (proc(5), fields 14 and 15). */
export const readCpuSeconds = (pid?: number | string) => toSeconds(readStat(pid).slice(11, 13))

const readStat = (pid?: number | string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

const toSeconds = (ticks: string[]) => ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS_A_SECOND

/** Processor time of PostgreSQL: the server, its processes, and those that have ended. */
export function readServerCpuSeconds(data: string): number {
  const processes = listPostgresProcesses(data)
  const ended = readStat(processes[0]).slice(13, 15)
  return processes.map(readCpuSeconds).reduce((sum, seconds) => sum + seconds, toSeconds(ended))
}

/** The postmaster, which the first line of its file names, and the processes that it has started. */
export function listPostgresProcesses(data: string): number[] {
  const [postmaster = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  const children = globSync('/proc/[0-9]*/stat').filter((file) => readParent(file) === postmaster)
  return [Number(postmaster), ...children.map((file) => Number(file.split('/')[2]))]
}

/** Undefined when the process has just ended. */
function readParent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split(') ')[1]?.split(' ')[1]
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whether an operation failed because its process has just ended. */
export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))

export const readResidentMB = (pid?: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Returns the cookies of the admin. */
export async function signInAdmin(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  if (!answer.ok) throw new Error(`The admin cannot sign in: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return cookies.join('; ')
}
