import { counted } from './words.ts'

/** Retention periods: jobs delete by this table (enforce-retention.server.ts), and the privacy page shows it. */
type Rule = {
  what: string
  purpose: string
  since: string
  days: number
}

export const RETENTION = {
  codeWords: {
    what: 'Sign-in codes: a code is valid for ten minutes. Its e-mail is stored encrypted until it is sent.',
    purpose: 'To let you in, and no one else.',
    since: 'after it was sent',
    days: 1,
  },
  messageWords: {
    what: 'The text of our e-mails and SMS to you.',
    purpose: 'To send them again when they did not arrive.',
    since: 'after they were written',
    days: 30,
  },
  messages: {
    what: 'That we wrote to you: to which address or number, and when.',
    purpose: 'To answer “I never got it”.',
    since: 'after it was written',
    days: 365,
  },
  tickets: {
    what: 'Messages to the studio, and our answers.',
    purpose: 'To help when you come back to one, and to settle complaints.',
    since: 'after you wrote',
    days: 365,
  },
  problemPhotos: {
    what: 'Photos with which you reported a problem. A photo that you did not send is deleted after a day.',
    purpose: 'To see what is wrong, and to settle it.',
    since: 'after you uploaded it',
    days: 90,
  },
  unpaidOrders: {
    what: 'Name, address and telephone number of an order that was never paid.',
    purpose: 'To let you pay it after all, and to answer questions about it.',
    since: 'after it was placed',
    days: 180,
  },
  waitlist: {
    what: 'Your e-mail address with a sold-out product that you wait for, or a fingerprint (HMAC) of it if you stopped these e-mails.',
    purpose: 'To write to you once when it is back, or not at all.',
    since: 'after you asked, or after our e-mail at once',
    days: 365,
  },
  cardLogos: {
    what: 'A logo for a gift card that you did not order with. With an order it stays as long as the card.',
    purpose: 'To print it on your cards.',
    since: 'after you uploaded it',
    days: 1,
  },
  orderNetworks: {
    what: 'A fingerprint (HMAC) of the network address from which a payment was started.',
    purpose: 'So that no network can reserve all our chocolate without paying.',
    since: 'after the payment was started',
    days: 3 / 24,
  },
  customOrders: {
    what: 'A custom order that did not become a paid one: e-mail address, mobile number, composition, and what was written about it.',
    purpose: 'To quote a price, and to make it later if you come back.',
    since: 'after you sent it',
    days: 180,
  },
  rejectedStories: {
    what: 'A story that we do not publish.',
    purpose: 'To answer questions about why.',
    since: 'after you sent it',
    days: 90,
  },
  storyEmails: {
    what: 'The e-mail address that you gave with a published story.',
    purpose: 'To ask you about it, and to find it when you want it taken down.',
    since: 'after you sent it',
    days: 365,
  },
  promotionUses: {
    what: 'After you deleted your account, a fingerprint of its e-mail address and telephone number with a promo code that you used and that works once per customer.',
    purpose: 'So that the code works only once. It cannot be turned back into the address or the number.',
    since: 'after the promotion ended',
    days: 30,
  },
  idleAccounts: {
    what: 'An unused account. We write to you thirty days before we delete it.',
    purpose: 'To have it ready when you come back.',
    since: 'after you last signed in or ordered',
    days: 3 * 365,
  },
} as const satisfies Record<string, Rule>

/** Days between the notice to an idle account and its deletion. */
export const IDLE_NOTICE_DAYS = 30

/** Formats days: 3 hours, 1 day, 180 days, 1 year, 3 years. */
export function formatDaySpan(days: number): string {
  return counted(...countOf(days))
}

function countOf(days: number): [number, string] {
  if (days < 1) return [Math.round(days * 24), 'hour']
  return days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
}

const BOOKS_MONTHS = 72
const INDIA_MS = 5.5 * 3_600_000

/** Tax records are kept for 72 months after the annual return is due on 31 December (CGST Act, section 36). */
export function taxRecordsRetainedUntil(issuedAt: Date): Date {
  const inIndia = new Date(issuedAt.getTime() + INDIA_MS)
  const yearItEnds = inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() + 1 : inIndia.getUTCFullYear()
  return new Date(Date.UTC(yearItEnds + 1 + BOOKS_MONTHS / 12, 0, 1) - INDIA_MS)
}

/** Returns the time before which tax records have expired. */
export function taxRecordsExpiredBefore(now: Date): Date {
  const year = new Date(now.getTime() + INDIA_MS).getUTCFullYear()
  // The return for the year that ended in March was due in December, 72 months ago.
  return new Date(Date.UTC(year - 1 - BOOKS_MONTHS / 12, 3, 1) - INDIA_MS)
}
