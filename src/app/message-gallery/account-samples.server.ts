import { backupMail } from '#src/app/jobs/backup-alert.server.ts'
import { consistencyMail } from '#src/app/jobs/consistency-check.server.ts'
import { paise } from '#src/core/money.ts'
import { digestMail } from '#src/features/admin/todo/digest-mail.server.ts'
import {
  gatewayFailingMail,
  mailsWaitMail,
  messagesFailedMail,
} from '#src/features/admin/todo/failure-alerts.server.ts'
import { adminChangeMail, invitationMail, wrongCodesMail } from '#src/features/auth/admins/admins.messages.ts'
import { adminSignInMail, idleAccountMail, passwordLockMail, signInCodeMail } from '#src/features/auth/auth.messages.ts'
import { priceDropMail } from '#src/features/cart/saved-items/price-watch.server.ts'
import { lowStockMail } from '#src/features/catalog/stock/low-stock-alert.server.ts'
import { backInStockMail } from '#src/features/catalog/waitlist/notify-waitlist.server.ts'
import { reviewPublishedMail, storyPublishedMail } from '#src/features/community/moderation/moderation.messages.ts'
import { ticketAdminMail, ticketReceivedMail, ticketReplyMail } from '#src/features/contact/contact.messages.ts'
import { messagesHeldMail } from '#src/features/notifications/channels/send-limits.server.ts'
import { testEmailMail } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { lateOrdersMail } from '#src/features/orders/messages/late-orders.server.ts'
import { problemAdminMail, problemReceivedMail } from '#src/features/problems/problems.messages.ts'
import { absoluteUrl, processSettings } from '#src/server/config/process-settings.server.ts'

const [ASHA, RAVI] = ['asha@example.com', 'ravi@example.com']
const AT = new Date('2026-11-22T13:00:00Z')

export function createAccountSamples() {
  const securityPage = absoluteUrl('/admin?view=security')
  return {
    'sign-in-code': [signInCodeMail({ code: '004217', minutes: 10 })],
    'admin-sign-in': [adminSignInMail({ publicUrl: new URL(processSettings().publicUrl).origin })],
    'idle-account': [idleAccountMail({ lastDay: '2026-12-22', address: absoluteUrl('/api/login') })],
    'password-lock': [passwordLockMail({ ...{ address: '203.0.113.9', at: AT, isKnownDevice: false }, securityPage })],
    'wrong-codes': [wrongCodesMail({ tries: 5, minutes: 15, securityPage })],
    'admin-change': [adminChangeMail({ event: 'joined', email: RAVI, by: RAVI })],
    invitation: [invitationMail({ link: absoluteUrl('/api/invitation?token=mJ3kZ0a7Qw9x2Lr5'), by: ASHA, hours: 48 })],
    'test-email': [testEmailMail()],
  } as const
}

export function createAlertSamples() {
  const [reference, late] = [
    'ORD_1763750000000_k3v9x2',
    { reference: 'ORD_1763660000000_a8s2d4', shipOn: '2026-11-20' },
  ]
  const nothing = { paid: [], toPack: [], late: [], toMake: [], money: [], lowStock: [] }
  const counts = { overdueDeliveries: 0, quotesWaiting: 0, ticketsWaiting: 0, failedMessages: 0, stuckMails: 0 }
  const paid = [
    { reference, total: paise(1200_50) },
    { reference: 'ORD_1763751000000_p5f7g1', total: paise(630_00) },
  ]
  const digest = digestMail({
    ...{ day: '2026-11-22', paid, toPack: [{ reference, shipOn: '2026-11-22' }], late: [late] },
    toMake: [{ reference: 'CC-K7M2QX', readyOn: '2026-11-26' }],
    money: [{ amount: paise(500_00), what: 'No payment has this number.' }],
    lowStock: [{ name: 'Rose Truffle', left: 4 }],
    ...{ overdueDeliveries: 1, quotesWaiting: 2, ticketsWaiting: 1, failedMessages: 1, stuckMails: 3 },
  })
  const short = digestMail({ day: '2026-11-23', ...nothing, ...counts, lowStock: [{ name: 'Rose Truffle', left: 0 }] })
  if (!(digest && short)) throw new Error('These digests say something')
  return {
    digest: { 'With everything': digest, 'With little': short },
    'late-orders': {
      'One parcel': lateOrdersMail([late]),
      'Several parcels': lateOrdersMail([late, { reference, shipOn: '2026-11-22' }]),
    },
    'gateway-failing': [gatewayFailingMail({ name: 'razorpay', since: AT })],
    'messages-failing': { 'A message failed': messagesFailedMail(1), 'The mail server fails': mailsWaitMail(3) },
  } as const
}

export function createContactSamples() {
  const ticket = {
    ...{ name: 'Asha Rao', email: ASHA, phone: '040 2345 6789', subject: 'Forty boxes' },
    message: 'For a wedding in March.\nIs that possible for ₹40,000?\n\nThank you!',
    replyDueAt: AT,
    link: absoluteUrl('/admin?view=inbox&id=7'),
  }
  const report = {
    ...{ ticket: 'SC-1006', reference: 'ORD_1763750000000_k3v9x2', customerName: 'Asha Rao', replyDueAt: AT },
    ...{ pieces: [{ name: 'Rose Truffle', quantity: 2 }], photos: 4 },
    ...({ kind: 'melted', wish: 'refund' } as const),
  } as const
  const sold = { name: 'Rose Truffle', sku: 'TRF-ROS', stock: 4, minStock: 5 }
  const heldPage = absoluteUrl('/admin?view=messages&status=held')
  const unsubscribeUrl = absoluteUrl('/api/unsubscribe/mJ3kZ0a7Qw9x2Lr5Tn8vBc')
  const drops = [
    { name: 'Rose Truffle', address: absoluteUrl('/product/7'), before: paise(450_00), price: paise(390_00) },
    { name: 'Golconda Dark 72%', address: absoluteUrl('/product/3'), before: paise(480_00), price: paise(450_00) },
  ]
  return {
    'ticket-received': [ticketReceivedMail('SC-1042')],
    'ticket-admin': [ticketAdminMail('SC-1042', ticket)],
    'problem-received': [problemReceivedMail({ ...report, link: absoluteUrl('/orders?view=0b9f6a3e') })],
    'problem-admin': [
      problemAdminMail({
        ...{ ...report, email: ASHA, phone: '+919876543210', text: 'They came as one piece.' },
        link: ticket.link,
      }),
    ],
    'ticket-reply': {
      'To a message': ticketReplyMail('SC-1042', 'Dear Asha,\n\nforty boxes are possible, for ₹38,400 in all.'),
      'To a reported problem': ticketReplyMail(
        'SC-1006',
        'We are sorry.',
        '2 × Rose Truffle, order ORD_1763750000000_k3v9x2,',
      ),
    },
    'review-published': [reviewPublishedMail({ product: 'Rose Truffle', address: absoluteUrl('/product/7') })],
    'story-published': [storyPublishedMail({ address: absoluteUrl('/community-stories?story=0b9f6a3e') })],
    'back-in-stock': [
      backInStockMail({
        ...{ name: 'Rose Truffle', price: paise(450_00) },
        address: absoluteUrl('/product/7'),
        unsubscribeUrl,
      }),
    ],
    'price-drop': {
      'One product': priceDropMail({ drops: drops.slice(0, 1), unsubscribeUrl }),
      'Several products': priceDropMail({ drops, unsubscribeUrl }),
    },
    'low-stock': { 'Some left': lowStockMail(sold), 'Sold out': lowStockMail({ ...sold, stock: 0 }) },
    'messages-held': {
      SMS: messagesHeldMail({ channel: 'sms', why: 'The limit of 200 SMS a day is reached.' }, heldPage),
      WhatsApp: messagesHeldMail(
        { channel: 'whatsapp', why: 'The limit of 200 WhatsApp messages a day is reached.' },
        heldPage,
      ),
    },
    'backup-failing': {
      Overdue: backupMail({ newest: AT }),
      Failed: backupMail({ error: 'the folder has room for 12 MB, and a backup wants 700' }),
    },
    'consistency-check': [consistencyMail({ 'the stock of a product is the sum of its batches': ['TRF-ROS'] })],
  } as const
}
