import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import { consumeLimit, type RateLimit, tryConsumeLimit } from '#src/server/overload/rate-limit.server.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const limits = {
  fromAddress: { name: 'custom-orders-from-address', max: 5, perSeconds: HOUR },
  forMobile: { name: 'custom-orders-for-mobile', max: 3, perSeconds: HOUR },
  forEmail: { name: 'custom-orders-for-email', max: 3, perSeconds: DAY },
  messagesInAll: { name: 'custom-orders-messages', max: 100, perSeconds: HOUR },
  ofUser: { name: 'custom-orders-user', max: 5, perSeconds: HOUR },
  messagesToUsers: { name: 'custom-orders-messages-to-users', max: 100, perSeconds: HOUR },
} as const satisfies Record<string, RateLimit>

type Contact = { customerMobile: string; customerEmail: string }
type Sender = { contact: Contact; user: { id: string; email: string } | undefined; address: string }

/**
 * Counts a request for a quotation; throws `too-many`. Requests beyond the message limit are stored, but only the admin
 * is informed (`tellPeople` false), so that a flood costs nothing.
 */
export async function limitRequests(db: Db, { contact, user, address }: Sender): Promise<{ tellPeople: boolean }> {
  const isConfirmed = user?.email === contact.customerEmail
  if (isConfirmed && user) await consumeLimit(db, limits.ofUser, user.id)
  else await limitStranger(db, contact, address)
  // Verified addresses have a limit of their own.
  const share = isConfirmed ? limits.messagesToUsers : limits.messagesInAll
  return { tellPeople: await tryConsumeLimit(db, share, 'everybody') }
}

/** Signed-in customers have a limit of their own, which strangers with the same address cannot use up. */
async function limitStranger(db: Db, { customerMobile, customerEmail }: Contact, address: string): Promise<void> {
  const also = [
    { limit: limits.forMobile, subject: customerMobile },
    { limit: limits.forEmail, subject: customerEmail },
  ]
  await consumeAnonymousLimit(db, limits.fromAddress, { address, also }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'too-many')
      throw new DomainError(error.code, `${error.message} ${SIGN_IN_INSTEAD}`, error.details)
    throw error
  })
}

const SIGN_IN_INSTEAD = 'If you sign in with the e-mail address of this request, you can send it now.'
