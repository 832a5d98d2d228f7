import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { adminSignInMail, signInCodeMail } from './account.messages.ts'
import { signInCodes, users } from './account.table.server.ts'
import { forgetCodesSent, limitNewcomers } from './account-limits.server.ts'

const CODE_MINUTES = 10
const TRIES = 5

type Asking = { email: string; secret: string }

/**
 * Sends a fresh code, in place of any before. It goes to every address alike: whether an account exists stays unknown.
 * An admin's gets a mail that leads to /admin-login instead, and a code that nobody is told runs as any other would.
 */
export async function sendSignInCode(
  db: Db,
  { email, secret, publicUrl }: Asking & { publicUrl: string },
  now = new Date(),
): Promise<void> {
  const isAdmin = (await db.$count(users, and(eq(users.email, email), eq(users.isAdmin, true)))) > 0
  const code = isAdmin ? randomBytes(32).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0')
  const mail = isAdmin ? adminSignInMail({ publicUrl }) : signInCodeMail({ code, minutes: CODE_MINUTES })
  const fresh = {
    codeHash: hashed({ email, secret, code }),
    triesLeft: TRIES,
    expiresAt: minutesLater(now, CODE_MINUTES),
  }
  await inTransaction(db, async (tx) => {
    await tx
      .insert(signInCodes)
      .values({ email, ...fresh })
      .onConflictDoUpdate({ target: signInCodes.email, set: fresh })
    await queueMessage(tx, {
      channel: 'email',
      to: email,
      ...mail,
      isSecret: !isAdmin,
      dedupeKey: `sign-in-code:${randomUUID()}`,
    })
  })
}

/**
 * Redeems a code and gives back whose account it opens, which a new address gets now; undefined if the code is wrong,
 * old, used, or out of tries. The try is counted before anything is compared, so parallel guesses have no more than five.
 * `address` is the client's: only so many new accounts come from one in an hour, and a code that waits keeps its tries.
 */
export async function redeemSignInCode(
  db: Db,
  { email, secret, code, address }: Asking & { code: string; address?: string },
  now = new Date(),
): Promise<string | undefined> {
  const [running] = await db
    .update(signInCodes)
    .set({ triesLeft: sql`${signInCodes.triesLeft} - 1` })
    .where(and(eq(signInCodes.email, email), gt(signInCodes.triesLeft, 0), gt(signInCodes.expiresAt, now)))
    .returning({ codeHash: signInCodes.codeHash })
  const given = hashed({ email, secret, code })
  if (!running || !timingSafeEqual(Buffer.from(running.codeHash), Buffer.from(given))) return undefined
  const isThisOne = and(eq(signInCodes.email, email), eq(signInCodes.codeHash, given))
  try {
    return await inTransaction(db, async (tx) => {
      const used = await tx.delete(signInCodes).where(isThisOne).returning({ email: signInCodes.email })
      if (used.length !== 1) return undefined
      await forgetCodesSent(tx, { email, address })
      return accountOf(tx, { email, address })
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

async function accountOf(db: Db, { email, address }: { email: string; address: string | undefined }): Promise<string> {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (known) return known.id
  if (address) await limitNewcomers(db, address)
  const name = email.slice(0, email.indexOf('@'))
  // An update that changes nothing, because `do nothing` would not give back the row that is there.
  const account = db.insert(users).values({ email, name }).onConflictDoUpdate({ target: users.email, set: { email } })
  return onlyRow(await account.returning({ id: users.id })).id
}

/** For the clock: codes that are over. */
export async function forgetExpiredCodes(db: Db, now = new Date()): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now))
}

function hashed({ email, secret, code }: Asking & { code: string }): string {
  return createHmac('sha256', secret).update(`sign-in-code\n${email}\n${code}`).digest('base64url')
}
