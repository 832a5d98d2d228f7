import { formatDay } from '#src/core/dates.ts'
import { addPaise, formatAmount, rupees } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { composeMail, facts, link, type MailBlock } from '#src/features/notifications/mail/mail.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import type { Digest } from './digest-content.server.ts'

const NAMED = 15

/** The morning's mail to an admin; undefined if there is nothing to say. */
export function digestMail(digest: Digest) {
  const parts = [paidPart, packPart, makePart, dangerPart, moneyPart, stockPart, answerPart, failurePart]
  const blocks = parts.map((part) => part(digest)).filter((part) => part.length > 0)
  if (blocks.length === 0) return undefined
  const { day, paid, toPack, late, money } = digest
  const subject = [
    paid.length > 0 && counted(paid.length, 'new order'),
    toPack.length + late.length > 0 && `${toPack.length + late.length} to pack`,
    money.length > 0 && `${counted(money.length, 'payment')} to decide`,
  ].filter(Boolean)
  const today = `Today, ${formatDay(day)}`
  return composeMail('digest', subject.length > 0 ? `${today}: ${subject.join(', ')}` : today, [
    ...blocks.flat(),
    link('Change it', absoluteUrl('/admin?view=alerts'), 'Which alerts you get, and this summary'),
  ])
}

type Row = readonly [label: string, value: string]

function part(heading: string, rows: readonly Row[], [label, path]: Row): MailBlock[] {
  if (rows.length === 0) return []
  const more = rows.length > NAMED ? [`and ${rows.length - NAMED} more`] : []
  return [heading, facts(rows.slice(0, NAMED)), ...more, link(label, absoluteUrl(path))]
}

function paidPart({ paid }: Digest) {
  const total = formatAmount(rupees(addPaise(...paid.map((order) => order.total))))
  const rows = paid.map(({ reference, total }) => [formatAmount(rupees(total)), reference] as const)
  return part(`Paid since the last summary: ${counted(paid.length, 'order')}, ${total}.`, rows, ['Orders', '/admin'])
}

const PACK = ['Pack', '/admin?status=pack'] as const

const packPart = ({ toPack }: Digest) =>
  part(
    `${counted(toPack.length, 'parcel')} to pack: ${toPack.length === 1 ? 'it leaves' : 'they leave'} today.`,
    toPack.map(({ reference }) => ['Leaves today', reference]),
    PACK,
  )

const makePart = ({ toMake }: Digest) =>
  part(
    `${counted(toMake.length, 'custom order')} to make.`,
    toMake.map(({ reference, readyOn }) => [reference, readyOn ? `ready on ${formatDay(readyOn)}` : 'no day yet']),
    ['Make', '/admin/custom-orders?status=confirmed'],
  )

function dangerPart({ late, overdueDeliveries, quotesWaiting }: Digest): MailBlock[] {
  const rows: Row[] = late.map(({ reference, shipOn }) => [`Should have left on ${formatDay(shipOn)}`, reference])
  if (overdueDeliveries > 0)
    rows.push(['On their way', `${counted(overdueDeliveries, 'parcel')} past the last day of delivery`])
  if (quotesWaiting > 0) rows.push(['Quotations', `${quotesWaiting} to send`])
  return part('Promises in danger.', rows, late.length > 0 ? PACK : ['Admin', '/admin'])
}

const moneyPart = ({ money }: Digest) =>
  part(
    `${counted(money.length, 'payment')} to decide.`,
    money.map(({ amount, what }) => [formatAmount(rupees(amount)), what]),
    ['Decide', '/admin/payments?status=decide'],
  )

const stockPart = ({ lowStock }: Digest) =>
  part(
    `${counted(lowStock.length, 'product is', 'products are')} low in stock.`,
    lowStock.map(({ name, left }) => [name, left <= 0 ? 'sold out' : `${left} left`]),
    ['Restock', '/admin?tab=products&status=low'],
  )

const answerPart = ({ ticketsWaiting }: Digest) =>
  part(
    'Customers wait for an answer.',
    ticketsWaiting > 0 ? [['Messages and problems', `${ticketsWaiting} open`]] : [],
    ['Answer', '/admin?view=inbox'],
  )

function failurePart({ failedMessages, stuckMails }: Digest): MailBlock[] {
  const rows: Row[] = []
  if (failedMessages > 0) rows.push(['Failed', counted(failedMessages, 'message')])
  if (stuckMails > 0) rows.push(['Waiting for the mail server', counted(stuckMails, 'mail')])
  return part('Messages are not delivered.', rows, ['Messages', '/admin?view=messages'])
}
