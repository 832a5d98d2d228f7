import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GiftRecipient } from '#src/features/orders/recipients/recipients.contract.ts'
import {
  readRecipients,
  TEMPLATE_PATH,
  type TypedTable,
  whyUnread,
} from '#src/features/orders/recipients/recipients.queries.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { CsvFileChooser } from '#src/ui/forms/csv-file-chooser.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import type { Person } from './people.ts'
import { TableRows } from './table-rows.tsx'

type TableDialogProps = {
  people: readonly Person[]
  onAdd: (recipients: GiftRecipient[]) => void
  onClose: () => void
}

export function TableDialog({ people, onAdd, onClose }: TableDialogProps) {
  const { mutate, data, error, isPending, reset } = useMutation(readRecipients)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="People from a Spreadsheet"
      description="We check every row first. Nothing is added before you have seen the result."
      size="wide"
    >
      <div className="grid gap-6">
        {!data && <TableInput isPending={isPending} onRead={mutate} />}
        {error && <ErrorNote>{whyUnread(error)}</ErrorNote>}
        <p role="status" className="sr-only">
          {isPending && 'We are checking the table.'}
        </p>
        {data && <TableRows table={data} people={people} onAdd={onAdd} onClose={onClose} onAgain={reset} />}
      </div>
    </Dialog>
  )
}

function TableInput({ isPending, onRead }: { isPending: boolean; onRead: (table: TypedTable) => void }) {
  const [pasted, setPasted] = useState('')
  return (
    <>
      <div className="grid gap-3">
        <p>
          One row for each person, with their names, phone number, address, city and PIN code. A text for the card and a
          day of delivery can be there, too. The first row names the columns.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <CsvFileChooser onChoose={onRead} />
          <a href={TEMPLATE_PATH} download className={buttonClass({ variant: 'link' })}>
            Download a Template
          </a>
        </div>
      </div>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (pasted.trim() !== '') onRead(pasted)
        }}
      >
        <TextAreaField
          label="Or copy the cells in your spreadsheet and paste them here"
          rows={6}
          spellCheck={false}
          wrap="off"
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <div>
          <Button type="submit" size="small" pending={isPending} disabled={pasted.trim() === ''}>
            Check the Table
          </Button>
        </div>
      </form>
    </>
  )
}
