import { type FormEvent, useRef, useState } from 'react'
import { counted, joinNames } from '#src/core/words.ts'
import { checkRecipient } from '#src/features/orders/recipients/recipient-row.ts'
import type {
  GiftRecipient,
  RecipientRow,
  RecipientTable,
} from '#src/features/orders/recipients/recipients.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import type { Person } from './people.ts'
import { describeFault, PersonFields, readPersonForm } from './person-fields.tsx'
import { describeTable, nameFirst, sortRows } from './sort-rows.ts'

type TableRowsProps = {
  table: RecipientTable
  people: readonly Person[]
  onAdd: (recipients: GiftRecipient[]) => void
  onClose: () => void
  onAgain: () => void
}

/** The dry run of a table: right rows can be added at once, wrong ones corrected here or in the file. */
export function TableRows({ table, people, onAdd, onClose, onAgain }: TableRowsProps) {
  const [rows, setRows] = useState(table.rows)
  const [added, setAdded] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const { right, wrong, onList, noRoom } = sortRows(rows, people)
  function correct(changed: RecipientRow) {
    setRows(rows.map((row) => (row.row === changed.row ? changed : row)))
    if (changed.recipient) heading.current?.focus()
  }
  function leaveOut(left: RecipientRow) {
    setRows(rows.filter((row) => row !== left))
    heading.current?.focus()
  }
  function add() {
    onAdd(right)
    setAdded(added + right.length)
    if (wrong.length === 0) onClose()
    else heading.current?.focus()
  }
  const canAdd = right.length > 0 && !noRoom
  return (
    <>
      <div className="grid gap-2">
        <h3 ref={heading} tabIndex={-1} className="font-sans font-semibold tracking-normal">
          {describeTable({ right, wrong, added })}
        </h3>
        {right.length > 0 && <p className="text-small [overflow-wrap:anywhere]">{nameFirst(right)}</p>}
        <Notes table={table} onList={onList - added} />
      </div>
      {noRoom && <ErrorNote>{noRoom}</ErrorNote>}
      {wrong.length > 0 && (
        <ul aria-label="Rows that need a change" className="divide-y divide-line border border-line bg-white">
          {wrong.map((row) => (
            <WrongRow key={row.row} row={row} onCorrect={correct} onLeaveOut={() => leaveOut(row)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {canAdd && <Button onClick={add}>Add {counted(right.length, 'Person', 'People')}</Button>}
        <Button variant="secondary" onClick={onAgain}>
          Read Another Table
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {right.length > 0 ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </>
  )
}

function Notes({ table: { ignoredColumns, examples }, onList }: { table: RecipientTable; onList: number }) {
  const notes = [
    onList > 0 && `${counted(onList, 'person is', 'people are')} on your list already.`,
    examples > 0 &&
      `${counted(examples, 'example', 'examples')} of the template ${examples === 1 ? 'is' : 'are'} left out.`,
    ignoredColumns.length > 0 &&
      `We read nothing from ${ignoredColumns.length === 1 ? 'the column' : 'the columns'} ${joinNames(ignoredColumns)}.`,
  ].filter((note) => note !== false)
  return notes.map((note) => (
    <p key={note} className="text-cocoa-600 text-small [overflow-wrap:anywhere]">
      {note}
    </p>
  ))
}

type WrongRowProps = { row: RecipientRow; onCorrect: (row: RecipientRow) => void; onLeaveOut: () => void }

function WrongRow({ row, onCorrect, onLeaveOut }: WrongRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { firstName = '', lastName = '' } = row.cells
  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { cells, isPlaceConfirmed } = readPersonForm(event.currentTarget)
    onCorrect({ row: row.row, cells, ...checkRecipient(cells, { isPlaceConfirmed }) })
  }
  return (
    <li className="grid gap-4 p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-1 text-small [overflow-wrap:anywhere]">
          <p className="font-semibold">
            Row {row.row}
            {`${firstName}${lastName}` !== '' && `: ${firstName} ${lastName}`}
          </p>
          {!isOpen &&
            row.faults.map((fault) => (
              <p key={describeFault(fault)} className="text-err">
                {describeFault(fault)}
              </p>
            ))}
        </div>
        <div className="flex flex-col gap-2 sm:flex-row">
          <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Correct'}
            <span className="sr-only"> row {row.row}</span>
          </Button>
          <Button variant="secondary" size="small" onClick={onLeaveOut}>
            Leave Out<span className="sr-only"> row {row.row}</span>
          </Button>
        </div>
      </div>
      {isOpen && (
        <form noValidate onSubmit={check} className="grid gap-4">
          <PersonFields cells={row.cells} faults={row.faults} />
          <div>
            <Button type="submit" size="small">
              Check Row {row.row}
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
