import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }
/**
 * How it ended: the status, or why there was none. `ms` counts from when it was to start, not from when it did; `lateMs` of
 * it passed before, because whoever asks was busy.
 */
export type LoadSample = { ms: number; lateMs: number; status: number; problem?: string; about: LoadRequest }

/**
 * Asks at a fixed rate, whether or not others have been answered, as visitors do. The lines are kept open and used
 * again, as browsers do. Starts that come late, because this process was busy, count as waiting.
 */
export async function runOpenLoop(
  url: string,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: () => LoadRequest },
): Promise<LoadSample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const began = performance.now()
  const asked: Promise<LoadSample>[] = []
  for (let count = 0; count < perSecond * seconds; count++) {
    const planned = (count / perSecond) * 1000
    const early = began + planned - performance.now()
    if (early > 1) await sleep(early)
    const since = () => performance.now() - began - planned
    const lateMs = since()
    asked.push(sendLoadRequest(url, next(), agent).then((end) => ({ ...end, lateMs, ms: since() })))
  }
  const samples = await Promise.all(asked)
  agent.destroy()
  return samples
}

type End = Pick<LoadSample, 'status' | 'problem' | 'about'>

export function sendLoadRequest(url: string, about: LoadRequest, agent: Agent): Promise<End> {
  const { method = 'GET', path, headers = {}, body } = about
  return new Promise((resolve) => {
    const failed = ({ code = '', message }: NodeJS.ErrnoException) =>
      resolve({ status: 0, problem: code || message, about })
    const asked = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      answer.on('error', failed)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, about }))
      answer.resume()
    })
    asked.on('error', failed)
    asked.setTimeout(30_000, () => asked.destroy(new Error('no answer in 30 s')))
    asked.end(body)
  })
}

/** What so much of the values stay under. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
