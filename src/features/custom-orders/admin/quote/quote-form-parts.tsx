import { QUOTE_VALID_HOURS, quoteChannelsText } from '#src/features/custom-orders/custom-order-options.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'

type QuoteNotesFieldProps = { notes: string; error?: string | undefined; onChange: (notes: string) => void }

export function QuoteNotesField({ notes, error, onChange }: QuoteNotesFieldProps) {
  return (
    <TextAreaField
      label="Notes"
      name="adminNotes"
      rows={3}
      maxLength={2000}
      value={notes}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      hint="The customer reads them: what is different, what you suggest."
    />
  )
}

type SendQuoteButtonProps = { disabled: boolean; pending: boolean; bySms: boolean; more?: string }

export function SendQuoteButton({ disabled, pending, bySms, more = '' }: SendQuoteButtonProps) {
  return (
    <div className="grid gap-2">
      <Button type="submit" disabled={disabled} pending={pending} className="w-full sm:w-auto sm:justify-self-start">
        Send Quote
      </Button>
      <p className="text-cocoa-600 text-meta">
        Goes out {quoteChannelsText(bySms)} and can be accepted for {QUOTE_VALID_HOURS} hours.{more}
      </p>
    </div>
  )
}
