import { createHash, randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { recoveryCodes } from '#src/features/auth/auth.table.server.ts'

const CODES = 10
const LETTERS = 12
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export async function renewRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, aCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashed(code) })))
  return codes
}

/** Uses a recovery code up; false if it is not one of the user's. */
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

function aCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Sixty random bits need no slow hash, and no secret that may change before the code is needed. */
function hashed(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('base64url')
}
