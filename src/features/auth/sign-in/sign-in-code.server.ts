import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { adminSignInMail, signInCodeMail } from '#src/features/auth/auth.messages.ts'
import { signInCodes, users } from '#src/features/auth/auth.table.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { limitSignups } from './account-limits.server.ts'
import { type CodeRequester, limitCodeSending, resetCodeLimits } from './code-limits.server.ts'
import { hashCodeNonce } from './code-nonce-cookie.server.ts'

const CODE_MINUTES = 10
/** A second press within this time needs no second code. */
const AGAIN_MINUTES = 1
const TRIES = 5

/** `nonce` is the number in the asking browser's cookie, `secret` the shop's. */
type Asking = CodeRequester & { nonce: string; secret: string }

/**
 * Sends a fresh code, in place of any before it in this browser; says so when one was sent within the minute. It goes to
 * every address alike: whether an account exists stays unknown. An admin's gets a mail that leads to /admin-login
 * instead, and a code that nobody is told runs as any other would. Throws a `too-many` refusal.
 */
export async function requestSignInCode(
  db: Db,
  asking: Asking & { publicUrl: string },
  now = new Date(),
): Promise<'sent' | 'just sent'> {
  const { email, secret, publicUrl } = asking
  const isAdmin = (await db.$count(users, and(eq(users.email, email), eq(users.isAdmin, true)))) > 0
  const code = isAdmin ? randomBytes(32).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0')
  const mail = isAdmin ? adminSignInMail({ publicUrl }) : signInCodeMail({ code, minutes: CODE_MINUTES })
  return inTransaction(db, async (tx) => {
    // Before the limits, so that of many presses at the same moment one is counted.
    if (!(await keepCode(tx, { ...asking, codeHash: hashed({ email, secret, code }) }, now))) return 'just sent'
    await limitCodeSending(tx, asking)
    await queueMessage(tx, {
      channel: 'email',
      to: email,
      ...mail,
      isSecret: !isAdmin,
      dedupeKey: `sign-in-code:${randomUUID()}`,
    })
    return 'sent'
  })
}

/** False when this browser asked for one within the minute. */
async function keepCode(tx: Db, { email, nonce, codeHash }: Asking & { codeHash: string }, now: Date) {
  const fresh = { codeHash, triesLeft: TRIES, expiresAt: addMinutes(now, CODE_MINUTES) }
  const kept = await tx
    .insert(signInCodes)
    .values({ email, nonceHash: hashCodeNonce(nonce), ...fresh })
    .onConflictDoUpdate({
      target: [signInCodes.email, signInCodes.nonceHash],
      set: fresh,
      setWhere: lte(signInCodes.expiresAt, addMinutes(now, CODE_MINUTES - AGAIN_MINUTES)),
    })
    .returning({ email: signInCodes.email })
  return kept.length > 0
}

/** `elsewhere`: this browser asked for no code for that e-mail. */
type Redeemed = { userId: string } | 'wrong' | 'elsewhere'

/**
 * Redeems a code and says whose account it opens, which a new address gets now; `wrong` if the code is wrong, old, used,
 * or out of tries. The try is counted before anything is compared, so parallel guesses have no more than five; only a
 * running request of this very browser counts any. Only so many new accounts come from one address in an hour, and a
 * code that waits for that keeps its tries.
 */
export async function redeemSignInCode(
  db: Db,
  { code, ...asking }: Omit<Asking, 'nonce'> & { nonce: string | undefined; code: string },
  now = new Date(),
): Promise<Redeemed> {
  const { email, secret, nonce } = asking
  if (nonce === undefined) return 'elsewhere'
  const own = ofBrowser({ email, nonce })
  const [running] = await db
    .update(signInCodes)
    .set({ triesLeft: sql`${signInCodes.triesLeft} - 1` })
    .where(and(own, gt(signInCodes.triesLeft, 0), gt(signInCodes.expiresAt, now)))
    .returning({ codeHash: signInCodes.codeHash })
  if (!running) return (await db.$count(signInCodes, own)) > 0 ? 'wrong' : 'elsewhere'
  const given = hashed({ email, secret, code })
  if (!timingSafeEqual(Buffer.from(running.codeHash), Buffer.from(given))) return 'wrong'
  const userId = await openAccount(db, asking, and(own, eq(signInCodes.codeHash, given)))
  if (!userId) return 'wrong'
  await resetCodeLimits(db, asking)
  return { userId }
}

const ofBrowser = ({ email, nonce }: Pick<Asking, 'email' | 'nonce'>) =>
  and(eq(signInCodes.email, email), eq(signInCodes.nonceHash, hashCodeNonce(nonce)))

/** Uses the code up and gives back whose account it opens; undefined when another try at the same moment was first. */
async function openAccount(db: Db, { email, address }: CodeRequester, isThisOne: SQL | undefined) {
  try {
    return await inTransaction(db, async (tx) => {
      const used = await tx.delete(signInCodes).where(isThisOne).returning({ email: signInCodes.email })
      return used.length === 1 ? accountOf(tx, { email, address }) : undefined
    })
  } catch (error) {
    // It was no wrong one.
    await db
      .update(signInCodes)
      .set({ triesLeft: sql`${signInCodes.triesLeft} + 1` })
      .where(isThisOne)
    throw error
  }
}

async function accountOf(db: Db, { email, address }: CodeRequester): Promise<string> {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (known) return known.id
  await limitSignups(db, address)
  const name = email.slice(0, email.indexOf('@'))
  // An update that changes nothing, because `do nothing` would not give back the row that is there.
  const account = db.insert(users).values({ email, name }).onConflictDoUpdate({ target: users.email, set: { email } })
  return onlyRow(await account.returning({ id: users.id })).id
}

/** For the clock: codes that are over. */
export async function purgeExpiredSignInCodes(db: Db, now = new Date()): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now))
}

function hashed({ email, secret, code }: { email: string; secret: string; code: string }): string {
  return createHmac('sha256', secret).update(`sign-in-code\n${email}\n${code}`).digest('base64url')
}
