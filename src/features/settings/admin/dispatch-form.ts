import { capitalize } from '#src/core/words.ts'
import { DISPATCH_WEEKDAYS } from '#src/features/settings/setting-names.ts'
import type { SectionForms } from './money-forms.ts'

const WEEKDAY_LABELS = Object.fromEntries(DISPATCH_WEEKDAYS.map((day) => [day, capitalize(day)])) as Record<
  (typeof DISPATCH_WEEKDAYS)[number],
  string
>

export const DISPATCH_FORM: Pick<SectionForms, 'dispatch'> = {
  dispatch: {
    title: 'Dispatch',
    text: 'When parcels leave the studio, and how many a day. The shop calculates every delivery date from this. Orders already placed keep their date.',
    fields: [
      {
        weekdays: {
          title: 'Parcels leave on',
          className: 'grid grid-cols-2 gap-3 sm:grid-cols-3',
          fields: WEEKDAY_LABELS,
        },
      },
      {
        className: 'grid gap-4 sm:grid-cols-2',
        fields: {
          parcelsPerDay: {
            label: 'Parcels a day at most',
            hint: 'When a day is full, new orders leave on the next free day. 0 means no limit.',
          },
          craftingHoursPerDay: {
            label: 'Hours of crafting a day at most',
            hint: 'For custom chocolates. When a day is full, the work goes on the next working day. 0 means no limit.',
          },
          craftingMinutesPerPiece: {
            label: 'Minutes to craft one piece',
            hint: 'Proposed in a quotation, where you can change the hours.',
          },
          busyDays: {
            label: 'Busy mode: extra working days',
            hint: 'Added to the date of each new order, unless it names the day it is ready. 0 switches busy mode off.',
          },
        },
      },
      {
        closures: {
          title: 'Closed periods',
          hint: 'Nothing is made or sent on these days. Orders are still taken, with later dates.',
          add: 'Add a closed period',
          rowName: ({ note }) => note,
          className: 'grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]',
          row: { note: 'Reason', from: 'First day', to: 'Last day' },
        },
      },
    ],
  },
}
