import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { readCsv, writeCsv } from '#src/server/csv/csv.server.ts'
import type { AreaPlan } from './delivery-area.contract.ts'

type ColumnOf<Row> = keyof Row & string
type Cells<Row> = Record<ColumnOf<Row>, string>

type AreaListRules<Row> = {
  columns: Readonly<Cells<Row>>
  required: Partial<Cells<Row>>
  maxRows: number
  key: ColumnOf<Row>
  row: z.ZodType<Row>
  toInput: (cells: Cells<Row>) => unknown
  toCells: (row: Row) => Cells<Row>
  /** A second row of the same key is left out; otherwise it is a fault. */
  skipsDuplicates: boolean
  read: (db: Db) => Promise<Row[]>
  lock: (tx: Db) => Promise<void>
  write: (tx: Db, change: { rows: Row[]; plan: AreaPlan; before: Row[]; by: Actor }) => Promise<void>
}

type FileToApply = { file: Uint8Array; plan: string; by: Actor }

/** A list of places that admins replace as a whole, from a file that was checked before. */
export type AreaFile = {
  export: (db: Db) => Promise<string>
  preview: (db: Db, file: Uint8Array) => Promise<AreaPlan>
  replace: (db: Db, input: FileToApply) => Promise<AreaPlan>
}

export function createAreaFile<Row extends object>(rules: AreaListRules<Row>): AreaFile {
  const titles = Object.keys(rules.columns) as ColumnOf<Row>[]
  return {
    export: async (db) => {
      const rows = (await rules.read(db)).map(rules.toCells)
      return writeCsv(
        titles.map((column) => rules.columns[column]),
        rows.map((cells) => titles.map((column) => cells[column])),
      )
    },
    preview: async (db, file) => planReplacement(await rules.read(db), parseRows(file, rules), rules).plan,
    replace: (db, { file, plan: seen, by }) => {
      const parsed = parseRows(file, rules)
      return inTransaction(db, async (tx) => {
        await rules.lock(tx)
        const before = await rules.read(tx)
        const { plan, rows } = planReplacement(before, parsed, rules)
        if (plan.plan !== seen)
          throw new DomainError(
            'conflict',
            'The list or the file has changed since the check. Please check it again.',
            { code: 'changed-meanwhile' },
          )
        if (plan.problems.count > 0) throw new DomainError('invalid', 'The file has errors. Nothing was changed.')
        await rules.write(tx, { rows, plan, before, by })
        return { ...plan, applied: true }
      })
    },
  }
}

type Remark = AreaPlan['problems']['listed'][number]
type ParsedRows<Row> = { rows: Row[]; problems: Remark[]; duplicates: Remark[] }

function parseRows<Row>(file: Uint8Array, rules: AreaListRules<Row>): ParsedRows<Row> {
  const found: ParsedRows<Row> = { rows: [], problems: [], duplicates: [] }
  const firstLines = new Map<unknown, number>()
  const tooManyRows = `The list can have at most ${rules.maxRows.toLocaleString('en-IN')} rows. The file has more.`
  const records = readCsv(file, { ...rules, tooManyRows })
  if (records.length === 0) throw new DomainError('invalid', 'The file has a heading, but no rows.')
  const empty = Object.fromEntries(Object.keys(rules.columns).map((column) => [column, ''])) as Cells<Row>
  for (const { line, cells } of records) {
    const parsed = rules.row.safeParse(rules.toInput({ ...empty, ...cells }))
    if (!parsed.success) {
      found.problems.push({ line, text: problemsText(parsed.error, rules) })
      continue
    }
    const key = parsed.data[rules.key]
    const first = firstLines.get(key)
    if (first === undefined) {
      firstLines.set(key, line)
      found.rows.push(parsed.data)
    } else
      found[rules.skipsDuplicates ? 'duplicates' : 'problems'].push({ line, text: `${key} is on line ${first} too.` })
  }
  return found
}

function problemsText<Row>(error: z.ZodError, { columns }: AreaListRules<Row>): string {
  const titles: Record<string, string> = columns
  return [...new Set(error.issues.map(({ path, message }) => `${titles[String(path[0])]}: ${message}`))].join(' ')
}

const MAX_LISTED = 100

function planReplacement<Row>(
  before: Row[],
  { rows, problems, duplicates }: ParsedRows<Row>,
  { key, columns, toCells }: AreaListRules<Row>,
): { plan: AreaPlan; rows: Row[] } {
  const textOf = (row: Row) => {
    const cells = toCells(row)
    return JSON.stringify((Object.keys(columns) as ColumnOf<Row>[]).map((column) => cells[column]))
  }
  const old = new Map(before.map((row) => [row[key], textOf(row)]))
  const now = new Set(rows.map((row) => row[key]))
  const listed = (remarks: Remark[]) => ({ count: remarks.length, listed: remarks.slice(0, MAX_LISTED) })
  const plan = {
    plan: createHash('sha256')
      .update(JSON.stringify([[...old.values()], rows.map(textOf), problems]))
      .digest('hex')
      .slice(0, 32),
    applied: false,
    rows: rows.length,
    added: rows.filter((row) => !old.has(row[key])).length,
    changed: rows.filter((row) => old.has(row[key]) && old.get(row[key]) !== textOf(row)).length,
    removed: before.filter((row) => !now.has(row[key])).length,
    problems: listed(problems),
    duplicates: listed(duplicates),
  }
  return { plan, rows }
}
