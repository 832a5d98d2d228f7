import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }
/** The status, or the error. `ms` counts from the scheduled start; `lateMs` of it passed before the actual start. */
export type LoadSample = { ms: number; lateMs: number; status: number; problem?: string; about: LoadRequest }

/** Requests at a fixed rate whatever the answers, over keep-alive connections. A late start counts as waiting time. */
export async function runOpenLoop(
  url: string,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: () => LoadRequest },
): Promise<LoadSample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const began = performance.now()
  const pending: Promise<LoadSample>[] = []
  for (let count = 0; count < perSecond * seconds; count++) {
    const planned = (count / perSecond) * 1000
    const early = began + planned - performance.now()
    if (early > 1) await sleep(early)
    const since = () => performance.now() - began - planned
    const lateMs = since()
    pending.push(sendLoadRequest(url, next(), agent).then((end) => ({ ...end, lateMs, ms: since() })))
  }
  const samples = await Promise.all(pending)
  agent.destroy()
  return samples
}

type End = Pick<LoadSample, 'status' | 'problem' | 'about'>

export function sendLoadRequest(url: string, about: LoadRequest, agent: Agent): Promise<End> {
  const { method = 'GET', path, headers = {}, body } = about
  return new Promise((resolve) => {
    const failed = ({ code = '', message }: NodeJS.ErrnoException) =>
      resolve({ status: 0, problem: code || message, about })
    const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      answer.on('error', failed)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, about }))
      answer.resume()
    })
    sent.on('error', failed)
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer in 30 s')))
    sent.end(body)
  })
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
