import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import type { AdminPromotion, PromotionTerms } from './admin-promotions.contract.ts'
import { savePromotion } from './admin-promotions.queries.ts'

type PromotionDialogProps = {
  promotion: AdminPromotion | undefined
  onClose: () => void
}

export function PromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  const saving = useMutation(savePromotion)
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving.isPending) return
    const terms = readTerms(new FormData(event.currentTarget), promotion)
    saving.mutate({ ...terms, ...(promotion && { id: promotion.id }) }, { onSuccess: onClose })
  }
  const problems = readFormErrors(saving.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={promotion ? `Edit ${promotion.code}` : 'New promotion'}
      description={promotion?.everUsed && 'Orders that used this code keep their discount.'}
      size="wide"
    >
      <form noValidate onSubmit={save} className="grid gap-5 sm:grid-cols-2">
        <PromotionFields promotion={promotion} wrong={problems?.fields ?? {}} />
        {problems && <ErrorNote className="sm:col-span-2">{problems.message}</ErrorNote>}
        <Button type="submit" pending={saving.isPending} className="sm:col-span-2 sm:justify-self-start">
          Save Promotion
        </Button>
      </form>
    </Dialog>
  )
}

type PromotionFieldsProps = { promotion: AdminPromotion | undefined; wrong: Record<string, string> }

function PromotionFields({ promotion, wrong }: PromotionFieldsProps) {
  const [kind, setKind] = useState(promotion && promotion.percent === null ? 'amount' : 'percent')
  const isPercent = kind === 'percent'
  return (
    <>
      <Field
        label="Code"
        name="code"
        defaultValue={promotion?.code}
        readOnly={promotion?.everUsed}
        hint={
          promotion?.everUsed
            ? 'Orders use this code, so it cannot be changed.'
            : 'Letters and digits, as customers will type it.'
        }
        error={wrong.code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        className="sm:col-span-2"
      />
      <SelectField label="Discount" name="kind" value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="percent">A percentage</option>
        <option value="amount">An amount in rupees</option>
      </SelectField>
      <Field
        key={kind}
        label={isPercent ? 'Per cent' : 'Rupees'}
        name="discount"
        inputMode="decimal"
        defaultValue={(isPercent ? promotion?.percent : promotion?.amount) ?? ''}
        error={wrong.percent ?? (isPercent && wrong.amount ? 'Please enter the percentage.' : wrong.amount)}
        autoComplete="off"
      />
      <Field
        label="Minimum subtotal in rupees"
        name="minSubtotal"
        inputMode="decimal"
        defaultValue={promotion?.minSubtotal ?? 0}
        error={wrong.minSubtotal}
        autoComplete="off"
      />
      <Field
        label="Maximum uses"
        name="maxUses"
        inputMode="numeric"
        defaultValue={promotion?.maxUses ?? ''}
        hint="Leave empty for no limit. Every customer can use it once."
        error={wrong.maxUses}
        autoComplete="off"
      />
      <Field
        label="First day"
        name="startsOn"
        type="date"
        defaultValue={promotion?.startsOn ?? ''}
        error={wrong.startsOn}
      />
      <Field
        label="Last day"
        name="lastDay"
        type="date"
        defaultValue={promotion?.lastDay ?? ''}
        error={wrong.lastDay}
      />
    </>
  )
}

function readTerms(form: FormData, promotion: AdminPromotion | undefined): PromotionTerms {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const number = (name: string) => (text(name) === '' ? Number.NaN : Number(text(name)))
  const isPercent = text('kind') === 'percent'
  return {
    code: promotion?.everUsed ? promotion.code : text('code'),
    percent: isPercent ? number('discount') : null,
    amount: isPercent ? null : number('discount'),
    minSubtotal: number('minSubtotal'),
    startsOn: text('startsOn') || null,
    lastDay: text('lastDay') || null,
    // Letters become 0, which is refused, and not null, which is unlimited.
    maxUses: text('maxUses') === '' ? null : Number(text('maxUses')) || 0,
  }
}
