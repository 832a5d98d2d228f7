import { percentile, round } from '../report.ts'

export const KINDS = ['catalogue', 'search', 'cart', 'pay', 'orders', 'admin', 'webhook', 'verify'] as const
export type Kind = (typeof KINDS)[number]
export const PAYMENT_KINDS: readonly Kind[] = ['pay', 'webhook', 'verify']

/** May wait for up to ten seconds before they are refused. */
const REPORTED: readonly Kind[] = ['webhook', 'verify']

export type Tally = ReturnType<typeof createTally>

/** Counts answers by kind and status. Status 0 is a broken connection. */
export function createTally() {
  const statuses = Object.fromEntries(KINDS.map((kind) => [kind, new Map<number, number>()])) as Record<
    Kind,
    Map<number, number>
  >
  const goodMs = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
  const refusalMs = { payments: [] as number[], others: [] as number[] }
  const problems = new Map<string, number>()
  const sum = (of: (kind: Kind, status: number) => boolean) =>
    KINDS.flatMap((kind) => [...statuses[kind]].map(([status, count]) => (of(kind, status) ? count : 0))).reduce(
      (one, other) => one + other,
      0,
    )
  return {
    refusalMs,
    problems,
    count(kind: Kind, { status, ms, problem }: { status: number; ms: number; problem?: string | undefined }) {
      statuses[kind].set(status, (statuses[kind].get(status) ?? 0) + 1)
      if (isGood(status)) goodMs[kind].push(ms)
      if (isRefusal(status)) refusalMs[REPORTED.includes(kind) ? 'payments' : 'others'].push(ms)
      if (problem) problems.set(problem, (problems.get(problem) ?? 0) + 1)
    },
    sent: () => sum(() => true),
    good: (kind?: Kind) => sum((one, status) => (kind === undefined || one === kind) && isGood(status)),
    refused: () => sum((_kind, status) => isRefusal(status)),
    broken: () => sum((_kind, status) => status === 0),
    failed: () => sum((_kind, status) => status !== 0 && !isGood(status) && !isRefusal(status)),
    p50AndP99Ms: (kind: Kind) => [0.5, 0.99].map((share) => round(percentile(goodMs[kind], share))).join(' and '),
    describe: () => KINDS.map((kind) => `${kind} ${[...statuses[kind]].map((one) => one.join(': ')).join(', ')}`),
  }
}

const isGood = (status: number) => status >= 200 && status < 400
const isRefusal = (status: number) => status === 503 || status === 429
