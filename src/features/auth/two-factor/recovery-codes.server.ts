import { createHash, randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { recoveryCodes } from '#src/features/auth/auth.table.server.ts'

const CODES = 10
const LETTERS = 12
/** Without what is easily taken for something else on paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Makes ten codes, each good for one sign-in without the app, in place of any before. They are told this once. */
export async function renewRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, aCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashed(code) })))
  return codes
}

/** Uses a code up; false if it is none of the person's. */
export async function redeemRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashed(code))))
    .returning({ userId: recoveryCodes.userId })
  return used.length === 1
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = onlyRow(
    await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  )
  return left
}

/** As it is written on paper: XXXX-XXXX-XXXX. */
function aCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Nearly sixty random bits need no slow hash, and no secret that might be changed before the day they are needed. */
function hashed(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('base64url')
}
