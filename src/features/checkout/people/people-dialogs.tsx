import { ItemsDialog } from './items-dialog.tsx'
import type { NamedItem } from './own-items.ts'
import type { OpenDialog } from './people-section.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { RemoveAllDialog } from './remove-all-dialog.tsx'
import { SavedPeopleDialog } from './saved-people-dialog.tsx'
import { TableDialog } from './table-dialog.tsx'
import type { PeopleList } from './use-people.ts'

type PeopleDialogsProps = { dialog: OpenDialog; list: PeopleList; cart: readonly NamedItem[]; onClose: () => void }

/** The dialog that is open; loaded when the first one opens. */
export function PeopleDialogs({ dialog, list, cart, onClose }: PeopleDialogsProps) {
  const { people, add, change, setItems, removeAll } = list
  switch (dialog.kind) {
    case 'add':
      return <PersonDialog person={undefined} people={people} onSave={(one) => add([one])} onClose={onClose} />
    case 'edit': {
      const { person } = dialog
      return <PersonDialog person={person} people={people} onSave={(one) => change(person.id, one)} onClose={onClose} />
    }
    case 'items': {
      const { person } = dialog
      return (
        <ItemsDialog person={person} cart={cart} onSave={(items) => setItems(person.id, items)} onClose={onClose} />
      )
    }
    case 'saved':
      return <SavedPeopleDialog people={people} onAdd={add} onClose={onClose} />
    case 'table':
      return <TableDialog people={people} onAdd={add} onClose={onClose} />
    case 'remove-all':
      return <RemoveAllDialog count={people.length} onConfirm={removeAll} onClose={onClose} />
  }
}
