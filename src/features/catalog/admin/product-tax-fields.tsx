import { useQuery } from '@tanstack/react-query'
import { formatFullDay, shopDay } from '#src/core/dates.ts'
import { FormSection } from '#src/features/catalog/facts-form/form-section.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import type { ProductTax } from './admin-products.contract.ts'
import { type ProductInput, productTaxQuery } from './admin-products.queries.ts'

type ProductTaxFieldsProps = {
  id: number | undefined
  wrong: Record<string, string | undefined>
}

export function ProductTaxFields({ id, wrong }: ProductTaxFieldsProps) {
  const { data: tax } = useQuery({ ...productTaxQuery(id ?? 0), enabled: id !== undefined })
  return (
    <FormSection title="Tax" columns={3}>
      {/* A new key resets the fields when the data arrives. */}
      <RateFields key={tax ? 'known' : 'blank'} tax={tax} wrong={wrong} />
      <p className="col-span-full text-cocoa-600 text-small">{aboutRate(tax)}</p>
      {tax && tax.rates.length > 0 && <Rates rates={tax.rates} />}
    </FormSection>
  )
}

function RateFields({ tax, wrong }: { tax: ProductTax | undefined; wrong: ProductTaxFieldsProps['wrong'] }) {
  return (
    <>
      <Field
        label="HSN"
        name="hsn"
        inputMode="numeric"
        maxLength={8}
        defaultValue={tax?.hsn}
        error={wrong['tax.hsn']}
        autoComplete="off"
      />
      <Field
        label="GST (%)"
        name="gstPercent"
        inputMode="decimal"
        defaultValue={tax?.percent}
        error={wrong['tax.percent']}
        autoComplete="off"
      />
      <Field
        label="Valid from"
        name="taxValidFrom"
        type="date"
        defaultValue={shopDay(new Date())}
        error={wrong['tax.validFrom']}
      />
    </>
  )
}

function aboutRate(tax: ProductTax | undefined): string {
  if (!tax) return "If empty, the shop's default HSN and rate apply."
  if (!tax.isOwn) return "These are the shop's defaults. A change applies to this product only, from that day on."
  return 'A new rate applies from its date on. Earlier sales keep theirs.'
}

function Rates({ rates }: Pick<ProductTax, 'rates'>) {
  return (
    <details className="col-span-full text-small">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">Rates of this product</summary>
      <ul className="grid gap-1.5 text-cocoa-600 tabular-nums">
        {rates.map(({ id, hsn, percent, validFrom, by }) => (
          <li key={id}>
            From {formatFullDay(validFrom)}: {percent}%, HSN {hsn}
            <span className="text-cocoa-500"> · {by}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function readTaxFields(form: FormData): ProductInput['tax'] {
  const [hsn = '', percent = '', validFrom = ''] = ['hsn', 'gstPercent', 'taxValidFrom'].map((name) =>
    String(form.get(name) ?? '').trim(),
  )
  return hsn === '' && percent === '' ? null : { hsn, percent: Number(percent || Number.NaN), validFrom }
}
