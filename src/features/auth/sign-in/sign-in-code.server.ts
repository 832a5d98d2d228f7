import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { and, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { adminSignInMail, signInCodeMail } from '#src/features/auth/auth.messages.ts'
import { signInCodes, users } from '#src/features/auth/auth.table.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { isSameSecret } from '#src/server/config/encryption.server.ts'
import { limitSignups } from './account-limits.server.ts'
import { type CodeRequester, limitCodeSending, resetCodeLimits } from './code-limits.server.ts'
import { hashCodeNonce } from './code-nonce-cookie.server.ts'

const CODE_MINUTES = 10
/** A second request within this time sends no second code. */
const AGAIN_MINUTES = 1
const TRIES = 5

/** `nonce` is the browser's, `secret` is SESSION_SECRET. */
type CodeRequest = CodeRequester & { nonce: string; secret: string }

/** Sends a code in place of an earlier one. Unknown addresses are treated alike; an admin gets a link instead. */
export async function requestSignInCode(
  db: Db,
  request: CodeRequest & { publicUrl: string },
  now = new Date(),
): Promise<'sent' | 'already-sent'> {
  const { email, secret, publicUrl } = request
  const isAdmin = (await db.$count(users, and(eq(users.email, email), eq(users.isAdmin, true)))) > 0
  const code = isAdmin ? randomBytes(32).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0')
  const mail = isAdmin ? adminSignInMail({ publicUrl }) : signInCodeMail({ code, minutes: CODE_MINUTES })
  return inTransaction(db, async (tx) => {
    // Before the limits, so that concurrent requests count once.
    if (!(await storeCode(tx, { ...request, codeHash: hashCode({ email, secret, code }) }, now))) return 'already-sent'
    await limitCodeSending(tx, request)
    await queueMessage(tx, {
      channel: 'email',
      to: email,
      ...mail,
      isSensitive: !isAdmin,
      ...(!isAdmin && { expiresAt: addMinutes(now, CODE_MINUTES) }),
      idempotencyKey: `sign-in-code:${randomUUID()}`,
    })
    return 'sent'
  })
}

/** False when this browser requested one within the minute. */
async function storeCode(tx: Db, { email, nonce, codeHash }: CodeRequest & { codeHash: string }, now: Date) {
  const fresh = { codeHash, attemptsLeft: TRIES, expiresAt: addMinutes(now, CODE_MINUTES) }
  const stored = await tx
    .insert(signInCodes)
    .values({ email, nonceHash: hashCodeNonce(nonce), ...fresh })
    .onConflictDoUpdate({
      target: [signInCodes.email, signInCodes.nonceHash],
      set: fresh,
      setWhere: lte(signInCodes.expiresAt, addMinutes(now, CODE_MINUTES - AGAIN_MINUTES)),
    })
    .returning({ email: signInCodes.email })
  return stored.length > 0
}

/** 'wrong-browser': this browser requested no code for that e-mail. */
type Redeemed = { userId: string } | 'wrong' | 'wrong-browser'

/** Redeems a code and creates the account of a new address. Attempts are counted before comparing: they run in parallel. */
export async function redeemSignInCode(
  db: Db,
  { code, ...request }: Omit<CodeRequest, 'nonce'> & { nonce: string | undefined; code: string },
  now = new Date(),
): Promise<Redeemed> {
  const { email, secret, nonce } = request
  if (nonce === undefined) return 'wrong-browser'
  const own = ofBrowser({ email, nonce })
  const [running] = await db
    .update(signInCodes)
    .set({ attemptsLeft: sql`${signInCodes.attemptsLeft} - 1` })
    .where(and(own, gt(signInCodes.attemptsLeft, 0), gt(signInCodes.expiresAt, now)))
    .returning({ codeHash: signInCodes.codeHash })
  if (!running) return (await db.$count(signInCodes, own)) > 0 ? 'wrong' : 'wrong-browser'
  const given = hashCode({ email, secret, code })
  if (!isSameSecret(running.codeHash, given)) return 'wrong'
  const userId = await openAccount(db, request, and(own, eq(signInCodes.codeHash, given)))
  if (!userId) return 'wrong'
  await resetCodeLimits(db, request)
  return { userId }
}

const ofBrowser = ({ email, nonce }: Pick<CodeRequest, 'email' | 'nonce'>) =>
  and(eq(signInCodes.email, email), eq(signInCodes.nonceHash, hashCodeNonce(nonce)))

/** Uses the code up; undefined when a concurrent attempt was first. */
async function openAccount(db: Db, { email, address }: CodeRequester, isThisOne: SQL | undefined) {
  try {
    return await inTransaction(db, async (tx) => {
      const used = await tx.delete(signInCodes).where(isThisOne).returning({ email: signInCodes.email })
      return used.length === 1 ? accountOf(tx, { email, address }) : undefined
    })
  } catch (error) {
    // The attempt was right, so it does not count.
    await db
      .update(signInCodes)
      .set({ attemptsLeft: sql`${signInCodes.attemptsLeft} + 1` })
      .where(isThisOne)
    throw error
  }
}

async function accountOf(db: Db, { email, address }: CodeRequester): Promise<string> {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (known) return known.id
  await limitSignups(db, address)
  const name = email.slice(0, email.indexOf('@'))
  // `do update`, because `do nothing` would not return the existing row.
  const account = db.insert(users).values({ email, name }).onConflictDoUpdate({ target: users.email, set: { email } })
  return onlyRow(await account.returning({ id: users.id })).id
}

export async function purgeExpiredSignInCodes(db: Db, now = new Date()): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now))
}

function hashCode({ email, secret, code }: { email: string; secret: string; code: string }): string {
  return createHmac('sha256', secret).update(`sign-in-code\n${email}\n${code}`).digest('base64url')
}
