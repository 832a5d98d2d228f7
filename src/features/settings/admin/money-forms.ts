import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import type { FormFields } from '#src/ui/forms/schema-form.tsx'

export type SectionForms = {
  [S in Section]: { title: string; text: string; fields: FormFields<Settings[S]> }
}

export const MONEY_FORMS: Pick<SectionForms, 'payments' | 'refunds' | 'problems'> = {
  payments: {
    title: 'Payments',
    text: 'For a shop without a gateway, where an admin finds payments on the bank statement. Applies at once, also to payments that are already waiting.',
    fields: {
      twoConfirmationsAbove: {
        label: 'Two admins confirm above (₹)',
        hint: 'Up to this amount one admin is enough. A shop with one admin needs one confirmation for every amount.',
      },
    },
  },
  refunds: {
    title: 'Refunds',
    text: 'The gateway makes owed refunds automatically: payments that came late or twice, and payments of cancelled orders. Larger refunds wait for an admin. 0 switches it off.',
    fields: [
      {
        className: 'grid gap-4 sm:grid-cols-2',
        fields: {
          automaticUpTo: { label: 'Automatic up to (₹)', hint: 'The largest single refund.' },
          automaticPerDay: {
            label: 'Automatic per day up to (₹)',
            hint: 'Larger refunds wait for an admin, or for the next day.',
          },
        },
      },
    ],
  },
  problems: {
    title: 'Problems',
    text: 'Customers can report a problem with a delivered order, with photos. Your returns policy should name the same days.',
    fields: {
      reportDays: {
        label: 'Days after delivery',
        hint: 'After that, customers can only write to us. A shorter time also counts for parcels that have arrived already. The returns policy names the days, too.',
      },
    },
  },
}
