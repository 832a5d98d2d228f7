import { isRealFssaiToday } from '#src/features/settings/fact-validation.ts'
import {
  CLAIM_NAMES,
  NETWORK_NAMES,
  POLICY_NAMES,
  POLICY_TITLES,
  SOCIAL_NETWORKS,
} from '#src/features/settings/setting-names.ts'
import { formatClaim } from '#src/features/settings/shop-promises.ts'
import { DELIVERY_METHOD_FORMS } from './delivery-method-forms.ts'
import { DISPATCH_FORM } from './dispatch-form.ts'
import { MONEY_FORMS, type SectionForms } from './money-forms.ts'
import { GstModes, PrivacyCard, WeekFields } from './section-parts.tsx'
import { each, TEXT_FORMS } from './text-forms.ts'

const UNUSUAL_FSSAI =
  'This does not look like an FSSAI number, which begins with 1 or 2, then the state and the year of issue. Please check it.'
const TWO_COLUMNS = 'grid gap-4 sm:grid-cols-2'
const DAYS = {
  className: 'grid grid-cols-2 gap-3 max-sm:col-span-2 sm:max-w-64',
  fields: { from: 'From days', to: 'To days' },
}

const ZONE_PRICE = {
  className: 'grid grid-cols-2 gap-3 max-sm:col-span-2',
  fields: { fee: { label: 'Price (₹)', placeholder: 'Usual' }, freeFrom: 'Free from (₹)' },
}
const PREFIX = { prefix: { label: 'PIN begins', inputMode: 'numeric', maxLength: 6 } } as const

/** Titles, labels and layout of the settings; kinds of fields and their limits follow from the contract. */
export const SECTION_FORMS: SectionForms = {
  claims: {
    title: 'Claims',
    text: 'What the shop says about itself. Only claims with a source can be shown; the source is your own note and is never shown.',
    fields: each(CLAIM_NAMES, () => ({
      title: formatClaim,
      isCard: true,
      className: 'grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]',
      fields: {
        figure: 'Number',
        of: 'What it counts',
        source: { label: 'Source', placeholder: 'How you can prove it', className: 'sm:col-span-2' },
        isShown: { label: 'Shown to visitors', className: 'sm:col-span-2' },
      },
    })),
  },
  hours: {
    title: 'Studio hours',
    text: 'The footer and the contact page show them, and the thirty minutes of a quotation run only while the studio is open.',
    fields: [
      WeekFields,
      {
        holidays: {
          title: 'Holidays',
          add: 'Add a holiday',
          rowName: ({ name }) => name,
          className: 'grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto] sm:items-end',
          row: { name: 'Name', day: 'Day', everyYear: 'Every year' },
        },
      },
    ],
  },
  contact: {
    title: 'Contact',
    text: 'The address, telephone and e-mail of the studio, and what a seller of food must name. What is empty is not shown.',
    fields: [
      {
        address: 'Studio address',
        phones: {
          title: 'Telephone numbers',
          add: 'Add a number',
          rowName: (phone) => phone,
          row: { label: (index) => `Number ${index + 1}`, type: 'tel' },
        },
        emails: {
          title: 'E-mail addresses',
          hint: 'Say what each address is for, like “Orders”.',
          add: 'Add an address',
          rowName: ({ email }) => email,
          className: 'grid gap-3 sm:grid-cols-2',
          row: { of: 'For', email: 'E-mail' },
        },
      },
      {
        className: TWO_COLUMNS,
        fields: {
          fssai: {
            label: 'FSSAI licence number',
            inputMode: 'numeric',
            hint: ({ fssai }) => (fssai.length === 14 && !isRealFssaiToday(fssai) ? UNUSUAL_FSSAI : undefined),
          },
          gstin: { label: 'GSTIN', autoCapitalize: 'characters', parse: (typed) => typed.toUpperCase() },
        },
      },
      {
        grievanceOfficer: {
          title: 'Grievance officer',
          className: TWO_COLUMNS,
          fields: {
            name: 'Name',
            designation: 'Designation',
            email: { label: 'E-mail', type: 'text', maxLength: 100 },
            phone: 'Telephone',
          },
        },
      },
    ],
  },
  policies: {
    title: 'Policies',
    text: 'What customers can rely on. The texts are a sound start for a chocolate shop in India: read each, change what is different for you, and confirm it. Every change is kept in the audit log, and an order remembers the version that it was placed under.',
    fields: [
      each(POLICY_NAMES, (name) => ({
        title: POLICY_TITLES[name],
        isCard: true,
        className: 'grid gap-3',
        fields: {
          text: {
            label: POLICY_TITLES[name],
            hint: 'An empty line begins a paragraph, “# ” a heading, “- ” an entry of a list.',
            rows: 14,
          },
          isConfirmed: 'I have read this, and the shop keeps to it',
        },
      })),
      PrivacyCard,
    ],
  },
  founder: {
    title: 'Founder',
    text: 'Who runs the shop. The About page shows it; without a name it shows nothing.',
    fields: {
      name: 'Name',
      text: {
        label: 'In their words',
        hint: 'A short text: where they come from, and why they make chocolate.',
        rows: 6,
      },
    },
  },
  social: {
    title: 'Social links',
    text: 'Only networks with an address are shown in the footer.',
    fields: each(SOCIAL_NETWORKS, (name) => ({
      label: NETWORK_NAMES[name],
      type: 'url',
      inputMode: 'url',
      placeholder: 'https://',
    })),
  },
  shipping: {
    title: 'Shipping',
    text: 'Applies to orders from now on. Customers who are paying at the old price see the new total first.',
    fields: [{ className: TWO_COLUMNS, fields: { freeFrom: 'Free from a subtotal of (₹)', fee: 'Otherwise (₹)' } }],
  },
  delivery: {
    title: 'Delivery',
    text: 'How many business days a parcel takes, by the first digits of the PIN code. The longest match counts.',
    fields: {
      elsewhere: { title: 'Everywhere else', ...DAYS },
      cutOff: {
        label: 'Orders leave the same day until',
        type: 'time',
        hint: 'Later orders leave on the next business day, Monday to Saturday. Expected delivery dates count from there.',
        className: 'sm:max-w-64',
      },
      zones: {
        title: 'By the first digits of the PIN code',
        listName: 'Places',
        hint: 'Where the price is empty, the section Shipping counts. A place with a price of its own is free from its own subtotal; where that is empty, it is never free.',
        add: 'Add a place',
        rowName: ({ place }) => place,
        blank: ({ elsewhere }) => elsewhere,
        className: 'grid grid-cols-[6rem_minmax(0,1fr)] gap-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_11.5rem_13rem]',
        row: [{ ...PREFIX, place: 'Place' }, DAYS, ZONE_PRICE],
      },
      blocked: {
        title: 'Restricted delivery areas',
        listName: 'Exceptions',
        add: 'Add an exception',
        rowName: ({ prefix }) => prefix,
        className: 'grid grid-cols-[6rem_minmax(0,1fr)] gap-3',
        row: {
          ...PREFIX,
          text: 'What the customer reads',
          refusesOrders: { label: 'Reject orders to this area', className: 'col-span-2' },
        },
      },
    },
  },
  ...DISPATCH_FORM,
  ...DELIVERY_METHOD_FORMS,
  search: {
    title: 'Search',
    text: 'Words that customers type for what your products call otherwise. Typing mistakes and plurals need no entry.',
    fields: {
      synonyms: {
        title: 'Synonyms',
        hint: 'Each works in both directions: elaichi finds cardamom, and cardamom finds elaichi.',
        add: 'Add a synonym',
        rowName: ({ typed }) => typed,
        className: 'grid grid-cols-2 gap-3',
        row: { typed: 'Customers type', meaning: 'It means' },
      },
    },
  },
  tax: {
    title: 'GST',
    text: 'The registration decides where you can ship, and which document goes with a parcel. Ask your accountant before you change it.',
    fields: [
      GstModes,
      {
        legalName: {
          label: 'Legal name',
          hint: 'As on the certificate of registration. Bills and invoices carry it, with the GSTIN and the FSSAI number of the section Contact.',
        },
        rates: {
          title: 'Default HSN and rate',
          hint: 'For every product without its own, and for custom chocolates. A new rate gets a new row with the day from which it counts; the rows before stay for what was sold then.',
          add: 'Add a rate',
          rowName: ({ hsn, validFrom }) => `${hsn} from ${validFrom}`,
          blank: ({ rates }) => ({ hsn: rates.at(-1)?.hsn ?? '' }),
          className: 'grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_11rem]',
          row: {
            hsn: { label: 'HSN', inputMode: 'numeric', className: 'max-sm:col-span-2', maxLength: 8 },
            percent: 'GST (%)',
            validFrom: 'From',
          },
        },
      },
    ],
  },
  ...MONEY_FORMS,
  ...TEXT_FORMS,
}
