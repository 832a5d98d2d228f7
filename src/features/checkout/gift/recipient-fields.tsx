import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { CheckoutInput } from '#src/features/checkout/form/checkout.contract.ts'
import { AS_SOON_AS_POSSIBLE } from '#src/features/checkout/form/checkout.contract.ts'
import { pickPlace, WITHOUT_ADDRESS } from '#src/features/checkout/form/saved-address.ts'
import { bindField, type CheckoutFormMethods, fillForm } from '#src/features/checkout/form/use-checkout-form.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'

type OfForm = { form: CheckoutFormMethods }

/**
 * The customer's own address and that of the gift take turns, so that neither goes to the other. An order to several
 * people goes by courier, and its days are other days.
 */
export function GiftToggles({ form, canBeForSeveral }: OfForm & { canBeForSeveral: boolean }) {
  const { gift } = usePublicSettings()
  const [isGift, isForSeveral] = useWatch({ control: form.control, name: ['isGift', 'isForSeveral'] })
  const other = useRef<Partial<CheckoutInput>>(WITHOUT_ADDRESS)
  if (!gift) return null
  function swapPlace() {
    const before = pickPlace(form.getValues())
    fillForm(form, other.current)
    other.current = before
  }
  function sendToSeveral() {
    if (isGift) swapPlace()
    fillForm(form, { isGift: false, ...AS_SOON_AS_POSSIBLE })
  }
  return (
    <>
      {!isForSeveral && <CheckboxField label="This is a gift" {...form.register('isGift', { onChange: swapPlace })} />}
      {canBeForSeveral && (
        <CheckboxField label="Send to several people" {...form.register('isForSeveral', { onChange: sendToSeveral })} />
      )}
    </>
  )
}

export function RecipientFields({ form }: OfForm) {
  return (
    <>
      <Field label="Their first name" autoComplete="off" required {...bindField(form, 'recipientFirstName')} />
      <Field label="Their last name" autoComplete="off" required {...bindField(form, 'recipientLastName')} />
      <Field
        label="Their mobile number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="+91 XXXXX XXXXX"
        required
        hint="For the courier."
        className="sm:col-span-2"
        {...bindField(form, 'recipientPhone')}
      />
    </>
  )
}

export function CompanyFields({ form }: OfForm) {
  const isCompany = useWatch({ control: form.control, name: 'isCompany' })
  return (
    <>
      <CheckboxField
        label="I need an invoice for a company"
        className="sm:col-span-2"
        {...form.register('isCompany')}
      />
      {isCompany && (
        <>
          <Field label="Company name" autoComplete="organization" required {...bindField(form, 'companyName')} />
          <Field
            label="GSTIN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            hint="15 characters, like 36AAAAA0000A1Z3."
            {...bindField(form, 'buyerGstin')}
          />
        </>
      )}
    </>
  )
}
