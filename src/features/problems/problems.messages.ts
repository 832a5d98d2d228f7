import { formatDayAndTime } from '#src/core/dates.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted, joinNames } from '#src/core/words.ts'
import { button, composeMail, facts, quote } from '#src/features/notifications/mail/mail.ts'
import {
  namePiece,
  PROBLEM_KIND_NAMES,
  PROBLEM_WISH_NAMES,
  type ProblemKind,
  type ProblemWish,
} from './problems.contract.ts'

type Pieces = readonly { name: string; quantity: number }[]

export const describePieces = (pieces: Pieces) => joinNames(pieces.map(namePiece))

type MailedReport = {
  ticket: string
  reference: string
  customerName: string
  pieces: Pieces
  kind: ProblemKind
  wish: ProblemWish
  photos: number
  replyDueAt: Date
  link: string
}

const KINDS: Record<ProblemKind, string> = {
  melted: 'melted',
  broken: 'broken',
  wrong: 'not what you ordered',
  missing: 'missing',
  late: 'late',
  other: 'something else',
}

const WISHES: Record<ProblemWish, string> = {
  refund: 'You asked for your money back.',
  replace: 'You asked for a replacement.',
  other: 'You asked when it comes.',
}

const NOT_AT_HAND: readonly ProblemKind[] = ['missing', 'late']

export function problemReceivedMail(report: MailedReport) {
  const { ticket, reference, customerName, pieces, kind, wish, photos, replyDueAt, link } = report
  const what = [describePieces(pieces), KINDS[kind], photos > 0 && counted(photos, 'photo')].filter(Boolean).join(', ')
  const keep = NOT_AT_HAND.includes(kind) ? '' : ' Please keep the chocolate until then.'
  return composeMail('problem-received', `${SHOP_NAME}: we have your report ${ticket}`, [
    `Dear ${customerName},`,
    `We are sorry. We have your report ${ticket} about order ${reference}: ${what}. ${WISHES[wish]}`,
    `We answer by ${formatDayAndTime(replyDueAt.toISOString())}.${keep} To add something, just reply to this e-mail.`,
    button('Your order', link, 'To see your report, sign in'),
    SHOP_NAME,
  ])
}

type AdminReport = MailedReport & { email: string; phone: string; text: string }

export function problemAdminMail({ ticket, reference, kind, ...report }: AdminReport) {
  return composeMail('problem-admin', `${ticket}: ${PROBLEM_KIND_NAMES[kind]}, order ${reference}`, [
    facts([
      ['Order', reference],
      ['Pieces', describePieces(report.pieces)],
      ['Wish', PROBLEM_WISH_NAMES[report.wish]],
      ['Photos', String(report.photos)],
      ['From', [report.customerName, report.email, report.phone].filter(Boolean).join(', ')],
      ['Reply promised by', formatDayAndTime(report.replyDueAt.toISOString())],
    ]),
    quote(report.text),
    button('Open it', report.link),
  ])
}
