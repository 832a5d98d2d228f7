export type CallFigures = Map<string, { ms: number; kB: number }>

const LIMIT = 1.5
/** Sizes within this share count as equal: names and numbers differ between shops. */
const AS_LONG = 1.2

/** A list shorter than a page in the small shop returns more in the large one. */
const KINDS = {
  same: `answers that are no longer in the large shop (within ${Math.round((AS_LONG - 1) * 100)} %)`,
  more: 'answers that are longer in the large shop',
  export: 'exports of everything',
  alone: 'calls that only one of the shops has',
}
type Kind = keyof typeof KINDS

/** Prints the figures of all shops, what grows beyond the limit, and the count per kind. */
export function formatGrowthTable(sizes: string[], found: CallFigures[]): string {
  const calls = [...new Set(found.flatMap((figures) => [...figures.keys()]))].map((call) => compared(call, found))
  const ms = sizes.map((size) => `${size} ms`)
  const kB = sizes.map((size) => `${size} kB`)
  return [
    `| ${[...ms, ...kB].join(' | ')} | ratio |      | call |`,
    `|${'---:|'.repeat(sizes.length * 2 + 1)}---|---|`,
    ...calls.map(({ row }) => row),
    '',
    ...Object.entries(KINDS).flatMap(([kind, name]) =>
      summed(
        name,
        calls.filter((call) => call.kind === kind),
      ),
    ),
  ].join('\n')
}

type Compared = { kind: Kind; grows: boolean; row: string }

function compared(call: string, found: CallFigures[]): Compared {
  const figures = found.map((one) => one.get(call))
  const [smallest, largest] = [figures[0], figures.at(-1)]
  const ratio = smallest && largest ? largest.ms / smallest.ms : Number.NaN
  const kind = kindOf(call, smallest?.kB, largest?.kB)
  const grows = ratio > LIMIT
  const cells = [
    ...figures.map((figure) => figure?.ms.toFixed(1) ?? '-'),
    ...figures.map((figure) => figure?.kB.toFixed(1) ?? '-'),
    kind === 'alone' ? '-' : ratio.toFixed(2),
    grows ? { same: 'GROWS', more: 'grows with its answer', export: 'export', alone: '' }[kind] : '',
    `\`${call}\``,
  ]
  return { kind, grows, row: `| ${cells.join(' | ')} |` }
}

function kindOf(call: string, smallest?: number, largest?: number): Kind {
  if (smallest === undefined || largest === undefined) return 'alone'
  if (/\.(csv|xml)\b/.test(call)) return 'export'
  return largest > smallest * AS_LONG ? 'more' : 'same'
}

function summed(name: string, calls: Compared[]): string[] {
  if (calls.length === 0) return []
  const within = calls.filter(({ grows }) => !grows).length
  return [`- ${name}: ${within} of ${calls.length} take at most ${LIMIT} times as long`]
}
