import { shopDay } from '#src/core/dates.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'

/** Downloads the month's invoices for the accountant; a plain form, because the answer is a file. */
export function InvoicesCsvForm() {
  return (
    <details className="border border-line bg-white px-4 lg:px-5">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-small underline underline-offset-4">
        Invoices for the accountant
      </summary>
      <form action="/api/admin/invoices.csv" className="flex flex-wrap items-end gap-3 pt-1 pb-4 lg:pb-5">
        <Field
          label="Month"
          name="month"
          type="month"
          required
          pattern="20[0-9]{2}-(0[1-9]|1[0-2])"
          title="Please write the month like 2026-11."
          defaultValue={shopDay(new Date()).slice(0, 7)}
        />
        <Button type="submit" variant="secondary">
          Invoices as CSV
        </Button>
      </form>
    </details>
  )
}
