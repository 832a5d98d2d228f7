import { namePiece, type ReportableParcel } from '#src/features/problems/problems.contract.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'

type LineChoiceProps = {
  lines: ReportableParcel['lines']
  /** By line; 0 or absent for a line without a problem. */
  quantities: Readonly<Record<string, number>>
  error: string | undefined
  onChange: (quantities: Record<string, number>) => void
}

/** Chooses the lines of a parcel that a problem is about, and how many pieces of each. */
export function LineChoice({ lines, quantities, error, onChange }: LineChoiceProps) {
  const set = (lineId: string, quantity: number) => onChange({ ...quantities, [lineId]: quantity })
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'line-choice-error' : undefined}>
      <legend className="mb-1.5 font-semibold text-small">What is it about?</legend>
      {lines.map((line) => {
        const { lineId, name, quantity } = line
        const chosen = quantities[lineId] ?? 0
        return (
          <div key={lineId} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <CheckboxField
              label={namePiece(line)}
              checked={chosen > 0}
              aria-invalid={error ? true : undefined}
              onChange={(event) => set(lineId, event.target.checked ? quantity : 0)}
            />
            {quantity > 1 && chosen > 0 && (
              <QuantityStepper
                label={`Pieces of ${name}`}
                size="small"
                value={chosen}
                max={quantity}
                whyMax={`You ordered ${quantity}.`}
                onChange={(pieces) => set(lineId, pieces)}
              />
            )}
          </div>
        )
      })}
      {error && (
        <p id="line-choice-error" className="font-medium text-err text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}
