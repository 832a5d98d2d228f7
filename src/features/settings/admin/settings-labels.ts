import type { Section } from '#src/features/settings/settings.contract.ts'

export const SECTION_LABELS: Record<Section, { title: string; text: string }> = {
  claims: {
    title: 'Claims',
    text: 'What the shop says about itself. Only claims with a source can be shown; the source is your own note and is never shown.',
  },
  hours: {
    title: 'Studio hours',
    text: 'The footer and the contact page show them, and the thirty minutes of a quotation run only while the studio is open.',
  },
  contact: {
    title: 'Contact',
    text: 'The address, telephone and e-mail of the studio, and what a seller of food must name. What is empty is not shown.',
  },
  policies: {
    title: 'Policies',
    text: 'What customers can rely on. The texts are a sound start for a chocolate shop in India: read each, change what is different for you, and confirm it. Every change is kept in the audit log, and an order remembers the version that it was placed under.',
  },
  founder: {
    title: 'Founder',
    text: 'Who runs the shop. The About page shows it; without a name it shows nothing.',
  },
  social: { title: 'Social links', text: 'Only networks with an address are shown in the footer.' },
  shipping: {
    title: 'Shipping',
    text: 'Applies to orders from now on. Customers who are paying at the old price see the new total first.',
  },
  delivery: {
    title: 'Delivery',
    text: 'How many business days a parcel takes, by the first digits of the PIN code. The longest match counts.',
  },
  tax: {
    title: 'GST',
    text: 'The registration decides where you can ship, and which document goes with a parcel. Ask your accountant before you change it.',
  },
  payments: {
    title: 'Payments',
    text: 'For a shop without a gateway, where an admin finds payments on the bank statement. Applies at once, also to payments that are already waiting.',
  },
  refunds: {
    title: 'Refunds',
    text: 'The gateway makes owed refunds automatically: payments that came late or twice, and payments of cancelled orders. Larger refunds wait for an admin. 0 switches it off.',
  },
  sms: {
    title: 'SMS templates',
    text: 'The ids under which the texts are registered with the operators (DLT). Without its id a text is not sent.',
  },
}
