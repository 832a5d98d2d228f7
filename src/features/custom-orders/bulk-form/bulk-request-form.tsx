import type { FormEvent } from 'react'
import { readFormErrors, serverMessage, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { UPI_LIMIT_TEXT } from '#src/core/shop-policy.ts'
import { quoteChannelsText } from '#src/features/custom-orders/custom-order-options.ts'
import { PrivacyNote } from '#src/features/settings/policies/policy-links.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { TitledSection } from '#src/ui/forms/titled-section.tsx'
import { type BulkDraft, type BulkFormPart, currentMessages } from './bulk-draft.ts'
import { BulkLines } from './bulk-lines.tsx'
import { NeededBy } from './needed-by.tsx'

type BulkRequestFormProps = Omit<BulkFormPart, 'wrong'> & {
  error: Error | null
  sent: BulkDraft | undefined
  isSending: boolean
  onSend: () => void
}

export function BulkRequestForm({ draft, change, error, sent, isSending, onSend }: BulkRequestFormProps) {
  const form = useFocusOnRefusal(error)
  const refused = readFormErrors(error)
  const part = { draft, change, wrong: currentMessages(refused?.fields ?? {}, sent, draft) }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSending) onSend()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Ask for a price" className="grid gap-9">
      <TitledSection title="What you need">
        <BulkLines {...part} />
        <NeededBy {...part} />
        <TextAreaField
          label="Message (optional)"
          maxLength={2000}
          hint="For example packaging or cards. A quotation is for one address."
          className="sm:col-span-2"
          {...bind(part, 'message')}
        />
      </TitledSection>
      <TitledSection title="Who you are">
        <Field label="Full Name" autoComplete="name" required {...bind(part, 'customerName')} />
        <Field
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+91 XXXXX XXXXX"
          required
          {...bind(part, 'customerMobile')}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          className="sm:col-span-2"
          {...bind(part, 'customerEmail')}
        />
        <Field label="Company (optional)" autoComplete="organization" {...bind(part, 'company')} />
        <Field
          label="GSTIN (optional)"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="15 characters, like 36AAAAA0000A1Z3."
          {...bind(part, 'gstin')}
        />
      </TitledSection>
      <div className="grid justify-items-start gap-4 border-line border-t pt-7">
        <PrivacyNote text="We use this to price your order and to write to you about it." />
        <p role="alert" className="font-semibold text-err empty:hidden">
          {error && (refused?.message ?? serverMessage(error) ?? 'Your request could not be sent. Please try again.')}
        </p>
        <Button type="submit" pending={isSending} className="w-full sm:w-auto sm:min-w-64">
          {isSending ? 'Sending...' : 'Ask for a Price'}
        </Button>
        <p className="text-cocoa-600 text-small">
          During our opening hours your quotation comes within 30 minutes, {quoteChannelsText(false)}. Asking costs
          nothing, and you decide when you have the price. {UPI_LIMIT_TEXT} Above it you get several quotations.
        </p>
      </div>
    </form>
  )
}

function bind({ draft, change, wrong }: BulkFormPart, name: Exclude<keyof BulkDraft, 'lines'>) {
  return {
    name,
    value: draft[name],
    error: wrong[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  }
}
