import { useState } from 'react'
import { counted } from '#src/core/words.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { CSV_COLUMNS } from './csv-format.ts'
import type { ImportLine, ImportPlan } from './product-import.contract.ts'

const AT_FIRST = 50
const NEW_PRODUCT_COLUMNS: readonly string[] = [CSV_COLUMNS.category, CSV_COLUMNS.price, CSV_COLUMNS.stock]

export function ImportPreview({ plan }: { plan: ImportPlan }) {
  const [shown, setShown] = useState(AT_FIRST)
  const lines = plan.lines.toSorted(
    (a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0) || a.line - b.line,
  )
  return (
    <section className="grid gap-3">
      <p role="status" className="font-semibold">
        {summaryOf(plan)}
      </p>
      {lines.length > 0 && (
        <ul className="divide-y divide-line border border-line bg-white">
          {lines.slice(0, shown).map((line) => (
            <Line key={line.line} line={line} />
          ))}
        </ul>
      )}
      {lines.length > shown && (
        <Button size="small" variant="secondary" onClick={() => setShown(shown + 500)}>
          Show more of {lines.length.toLocaleString('en-IN')} lines
        </Button>
      )}
    </section>
  )
}

function summaryOf({ applied, creates, updates, unchanged, problems }: ImportPlan): string {
  const figures = `${counted(creates, 'new product')}, ${counted(updates, 'change')}, ${unchanged.toLocaleString('en-IN')} as they are`
  if (problems > 0) return `${counted(problems, 'line')} with errors. Nothing is imported until they are fixed.`
  return applied ? `Done: ${figures}.` : `${figures}.`
}

function Line({ line: { line, sku, name, action, changes, problems, notice } }: { line: ImportLine }) {
  return (
    <li className="grid gap-2 p-4 text-small [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-cocoa-500">Line {line}</span>
        <span className="font-semibold">{name || sku || 'without a name'}</span>
        {name && name !== sku && <span className="text-cocoa-600">{sku}</span>}
        {action === 'create' && problems.length === 0 && <StatusBadge tone="ok">New</StatusBadge>}
      </p>
      {problems.map((problem) => (
        <p key={problem} className="text-err">
          {problem}
        </p>
      ))}
      {notice && <p className="text-warn">{notice}</p>}
      {problems.length === 0 && (action === 'create' ? <NewProduct cells={changes} /> : <Changes changes={changes} />)}
    </li>
  )
}

function NewProduct({ cells }: { cells: ImportLine['changes'] }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      {cells
        .filter(({ column }) => NEW_PRODUCT_COLUMNS.includes(column))
        .map(({ column, after }) => (
          <div key={column} className="flex gap-x-2">
            <dt className="text-cocoa-500">{column}</dt>
            <dd>{shortened(after)}</dd>
          </div>
        ))}
    </dl>
  )
}

function Changes({ changes }: Pick<ImportLine, 'changes'>) {
  return (
    <dl className="grid gap-1">
      {changes.map(({ column, before, after }) => (
        <div key={column} className="flex flex-wrap gap-x-2">
          <dt className="text-cocoa-500">{column}</dt>
          <dd>
            <del>{shortened(before)}</del> → <ins className="font-semibold no-underline">{shortened(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const shortened = (text: string) => (text === '' ? 'empty' : text.length > 160 ? `${text.slice(0, 160)}…` : text)
