import { type FormEvent, useEffect, useRef, useState } from 'react'
import { checkRecipient } from '#src/features/orders/recipients/recipient-row.ts'
import type { GiftRecipient, RowFault } from '#src/features/orders/recipients/recipients.contract.ts'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { findNoRoom, findRepeatedPeople, fullNameOf, type Person } from './people.ts'
import { PersonFields, readPersonForm, toEditedCells } from './person-fields.tsx'

type PersonDialogProps = {
  person: Person | undefined
  people: readonly Person[]
  onSave: (recipient: GiftRecipient) => void
  onClose: () => void
}

export function PersonDialog({ person, people, onSave, onClose }: PersonDialogProps) {
  const [faults, setFaults] = useState<readonly RowFault[]>([])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"] input')?.focus()
  }, [faults])

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { cells, isPlaceConfirmed } = readPersonForm(event.currentTarget)
    const checked = checkRecipient(cells, { isPlaceConfirmed })
    const others = people.filter((other) => other !== person)
    const refusal = checked.recipient && findRefusal(others, checked.recipient)
    if (refusal) return setFaults([{ column: null, text: refusal, isDoubt: false }])
    if (!checked.recipient) return setFaults(checked.faults)
    onSave(checked.recipient)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={person ? `Edit ${fullNameOf(person)}` : 'Add a Person'}
      size="wide"
    >
      <form ref={form} noValidate onSubmit={save} className="grid gap-6">
        <PersonFields cells={person ? toEditedCells(person) : {}} faults={faults} />
        <DialogActions otherwise="Cancel" onClose={onClose}>
          {person ? 'Save' : 'Add Person'}
        </DialogActions>
      </form>
    </Dialog>
  )
}

function findRefusal(others: readonly Person[], recipient: GiftRecipient): string | undefined {
  if (findRepeatedPeople(others, [recipient]).size > 0) return 'This person is on your list already, at this address.'
  return findNoRoom(others, 1)
}
