import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'

type RowListProps<Row> = {
  label: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  blank: Row
  add: string
  nameOf: (row: Row, index: number) => string
  max?: number
  children: (row: Row, index: number) => ReactNode
}

export function RepeatableRows<Row>({
  label,
  rows,
  onChange,
  blank,
  add,
  nameOf,
  max = 100,
  children,
}: RowListProps<Row>) {
  // Stable keys, so that fields keep their rows.
  const [keys, setKeys] = useState(() => rows.map((_, index) => index))
  function takeOut(index: number) {
    setKeys(keys.filter((_, at) => at !== index))
    onChange(rows.filter((_, at) => at !== index))
  }
  function addRow() {
    setKeys([...keys, Math.max(-1, ...keys) + 1])
    onChange([...rows, blank])
  }
  return (
    <div className="grid gap-3">
      <ul aria-label={label} className="grid gap-4">
        {rows.map((row, index) => (
          <li key={keys[index]} className="flex items-start gap-1 border-line border-b pb-4">
            <div className="grid min-w-0 flex-1 gap-3">{children(row, index)}</div>
            <IconButton label={`Remove ${nameOf(row, index) || 'this row'}`} onClick={() => takeOut(index)}>
              <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length < max && (
        <Button variant="secondary" size="small" onClick={addRow} className="justify-self-start">
          <Plus aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          {add}
        </Button>
      )}
    </div>
  )
}
