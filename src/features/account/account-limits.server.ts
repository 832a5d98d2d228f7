import { type Db, inTransaction } from '#src/platform/database.server.ts'
import {
  forgetLimit,
  forgetLimitsOf,
  giveBackToLimit,
  giveBackToLimits,
  isWithinLimit,
  type Limit,
  takeFromAddress,
  takeFromLimit,
  triesFrom,
} from '#src/platform/rate-limit.server.ts'

/** Who tries: the client's address, and the e-mail that it names. */
type Try = { email: string; address: string }

const MINUTES = 60
const HOURS = 3600

const limits = {
  codesFromAddress: { name: 'codes-from-address', max: 10, perSeconds: HOURS },
  codesToEmailAtOnce: { name: 'codes-to-email-at-once', max: 1, perSeconds: 1 * MINUTES },
  codesToEmail: { name: 'codes-to-email', max: 3, perSeconds: HOURS },
  codesToEmailDaily: { name: 'codes-to-email-daily', max: 6, perSeconds: 24 * HOURS },
  guessesFromAddress: { name: 'guesses-from-address', max: 20, perSeconds: 15 * MINUTES },
  guessesAtEmail: { name: 'guesses-at-email', max: 5, perSeconds: 15 * MINUTES },
  newcomersFromNetwork: { name: 'newcomers-from-address', max: 5, perSeconds: HOURS },
  newcomersFromSharedAddress: { name: 'newcomers-from-address', max: 50, perSeconds: HOURS },
  leaving: { name: 'leaving', max: 3, perSeconds: HOURS },
  passwordsFromAddress: { name: 'passwords-from-address', max: 20, perSeconds: HOURS },
  passwordsForEmail: { name: 'passwords-for-email', max: 5, perSeconds: 15 * MINUTES, locks: true },
} as const satisfies Record<string, Limit>

// The address goes first: who is stopped there does not use up what the owner of the e-mail has left.

/**
 * Sends a code if one may go out now; none is needed when one has within this minute, as after a second press. It is sent
 * in the transaction that counts it for its e-mail: where none goes out, because of a limit or of a fault, none is counted.
 */
export async function limitCodeSending(
  db: Db,
  { email, address }: Try,
  send: (tx: Db) => Promise<void>,
): Promise<'sent' | 'just sent'> {
  await takeFromAddress(db, limits.codesFromAddress, address)
  return inTransaction(db, async (tx) => {
    if (!(await isWithinLimit(tx, limits.codesToEmailAtOnce, email))) return 'just sent'
    await takeFromLimit(tx, limits.codesToEmail, email)
    await takeFromLimit(tx, limits.codesToEmailDaily, email)
    await send(tx)
    return 'sent'
  })
}

type Redeemed = { email: string; address: string | undefined }

/** Whoever brought the right code reads that mailbox: codes to it were not sent to annoy somebody, nor was this one. */
export async function forgetCodesSent(db: Db, { email, address }: Redeemed): Promise<void> {
  await forgetLimit(db, limits.codesToEmailAtOnce, email)
  await forgetLimit(db, limits.codesToEmail, email)
  await forgetLimit(db, limits.codesToEmailDaily, email)
  if (address) await giveBackToLimits(db, triesFrom(limits.codesFromAddress, address))
}

/** Hundreds of people share one IPv4 address of a mobile network; an IPv6 one, counted as its /64, is one household's. */
export async function limitNewcomers(db: Db, address: string): Promise<void> {
  const isHousehold = address.includes(':')
  await takeFromAddress(db, isHousehold ? limits.newcomersFromNetwork : limits.newcomersFromSharedAddress, address)
}

/** Three tries in an hour to delete one's account: each goes through all that the shop knows of the person. */
export async function limitLeaving(db: Db, userId: string): Promise<void> {
  await takeFromLimit(db, limits.leaving, userId)
}

export async function limitCodeGuessing(db: Db, { email, address }: Try): Promise<void> {
  await takeFromAddress(db, limits.guessesFromAddress, address)
  await takeFromLimit(db, limits.guessesAtEmail, email)
}

/**
 * Five wrong passwords lock an account for a quarter of an hour from the fifth on, also against the right one. Every try
 * is counted before the password is hashed, because the hash is what costs and because tries come side by side.
 */
export async function limitPasswordTrying(db: Db, { email, address }: Try): Promise<void> {
  await takeFromAddress(db, limits.passwordsFromAddress, address)
  await takeFromLimit(db, limits.passwordsForEmail, email)
}

/** After the right password (and the right code, where one is asked for) the wrong ones are forgotten. */
export async function forgetWrongPasswords(db: Db, email: string): Promise<void> {
  await forgetLimit(db, limits.passwordsForEmail, email)
}

/** The password was right and only the code is still to come: that try was no wrong one. */
export async function forgivePasswordTry(db: Db, email: string): Promise<void> {
  await giveBackToLimit(db, limits.passwordsForEmail, email)
}

/**
 * For the operator: whoever owns this e-mail may sign in again at once, whatever was tried in their name. Gives back how
 * many counts of tries it took away.
 */
export async function unlock(db: Db, email: string): Promise<number> {
  const { codesToEmailAtOnce, codesToEmail, codesToEmailDaily, guessesAtEmail, passwordsForEmail } = limits
  const about = [codesToEmailAtOnce, codesToEmail, codesToEmailDaily, guessesAtEmail, passwordsForEmail]
  return forgetLimitsOf(db, email.trim().toLowerCase(), about)
}
