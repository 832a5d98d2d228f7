import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { button, composeMail, facts, type MailBlock } from '#src/features/notifications/mail/mail.ts'
import { foodDeclarationText } from './composition-food.ts'
import {
  describeStrength,
  FLAVOR_NAMES,
  INGREDIENT_NAMES,
  OCCASION_NAMES,
  PACKAGING_NAMES,
  quoteChannelsText,
  SHAPE_NAMES,
} from './custom-order-options.ts'
import type { ComposedRow, CustomOrderRow } from './custom-order-record.server.ts'
import { estimatePriceRange } from './price-estimate.ts'

type Channels = { bySms: boolean }
/** How to reach us, after "please". */
export type Support = { support: string }

export const helpText = ({ reference }: Pick<CustomOrderRow, 'reference'>, { support }: Support) =>
  `Questions? Please ${support}, and mention the number ${reference}.`

/** Contains nothing that was typed, because anyone can type any address. */
export function customOrderReceivedMail(order: ComposedRow, { bySms, support }: Channels & Support) {
  return composeMail('custom-order-received', `${SHOP_NAME}: your custom chocolate ${order.reference}`, [
    `Thank you. We have your composition and will send you a detailed quotation with pricing and delivery timeline ${quoteChannelsText(bySms)}, by ${dueAt(order)}.`,
    ...describeChoices(order),
    `${typicalPriceText(order)} Our quotation sets the price.`,
    helpText(order, { support }),
    SHOP_NAME,
  ])
}

export function customOrderReceivedSms(order: Pick<ComposedRow, 'reference' | 'dueAt'>) {
  return renderSms('custom-order-received', { reference: order.reference, due: dueAt(order) })
}

export function customOrderAdminMail(order: ComposedRow, { bySms }: Channels) {
  return composeMail('custom-order-admin', `Quotation due by ${dueAt(order)}: ${order.reference}`, [
    ...describeComposition(order),
    typicalPriceText(order),
    facts([
      ['Customer', `${order.customerMobile}, ${order.customerEmail}`],
      ['Promised to the customer', `within 30 minutes ${quoteChannelsText(bySms)}`],
    ]),
  ])
}

type Backlog = { minutes: number; endsAt: Date; link: string }

export function requestBacklogAdminMail({ minutes, endsAt, link }: Backlog) {
  return composeMail('request-backlog', 'Many requests for custom chocolates are waiting', [
    `So many requests come in that we no longer write about each one. This mail is about the ${minutes} minutes until ${formatDayAndTime(endsAt.toISOString())}: every request waits for a quotation under Custom Orders.`,
    button('Open it', link),
  ])
}

const dueAt = (order: Pick<ComposedRow, 'dueAt'>) => formatDayAndTime(order.dueAt.toISOString())

export function describeComposition(order: ComposedRow): MailBlock[] {
  const rows = [['Name', order.name], ...choices(order), ['Message on the card', order.message]] as const
  return [facts(rows), foodDeclarationText(order)]
}

export function describeChoices(order: ComposedRow): MailBlock[] {
  return [facts(choices(order)), foodDeclarationText(order)]
}

function choices(order: ComposedRow) {
  return [
    ['Flavor', FLAVOR_NAMES[order.flavor]],
    ['Strength', `${order.concentration} % (${describeStrength(order.concentration).label})`],
    ['Ingredients', order.ingredients.map((id) => INGREDIENT_NAMES[id]).join(', ')],
    ['Occasion', order.occasion && OCCASION_NAMES[order.occasion]],
    ['Shape', SHAPE_NAMES[order.shape]],
    ['Packaging', PACKAGING_NAMES[order.packaging]],
    ['Quantity', String(order.quantity)],
    ['Needed by', order.neededBy && formatDay(order.neededBy)],
  ] as const
}

export function typicalPriceText(order: ComposedRow): string {
  const { from, to } = estimatePriceRange({ ...order, message: order.message ?? '' })
  return `A chocolate like this usually costs ${formatPrice(rupees(from))} to ${formatPrice(rupees(to))} in total.`
}
