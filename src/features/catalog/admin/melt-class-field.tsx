import { MELT_CLASSES, type MeltClass } from '#src/core/delivery/heat.ts'
import { SelectField } from '#src/ui/forms/select.tsx'

const LABELS: Record<MeltClass, string> = {
  bar: 'Bar: solid, also bark and drinking chocolate',
  bonbon: 'Bonbon: a thin shell with a filling, also pralines',
  truffle: 'Truffle: soft ganache, melts first',
}

type MeltClassFieldProps = { chosen?: MeltClass; error?: string }

export function MeltClassField({ chosen = 'bar', error }: MeltClassFieldProps) {
  return (
    <SelectField
      label="Melts like"
      name="meltClass"
      defaultValue={chosen}
      error={error}
      hint="Decides from which heat on it needs a cool pack. For a mixed box, the piece that melts first."
    >
      {MELT_CLASSES.map((meltClass) => (
        <option key={meltClass} value={meltClass}>
          {LABELS[meltClass]}
        </option>
      ))}
    </SelectField>
  )
}

export const readMeltClass = (form: FormData): MeltClass =>
  MELT_CLASSES.find((meltClass) => meltClass === form.get('meltClass')) ?? 'bar'
