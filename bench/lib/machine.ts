import { readFileSync } from 'node:fs'
import { ADMIN } from '#tests/shop-process.ts'

/** Clock ticks per second on Linux (getconf CLK_TCK). */
export const TICKS_A_SECOND = 100

/** Processor time so far: user and system, all threads (proc(5), fields 14 and 15). */
export function readCpuSeconds(pid?: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

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
