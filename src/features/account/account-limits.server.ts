import type { Db } from '#src/platform/database.server.ts'
import { forgetLimit, giveBackToLimit, type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'

/** Who tries: the client's address, and the e-mail that it names. */
type Try = { email: string; address: string }

const MINUTES = 60
const HOURS = 3600

const limits = {
  codesFromAddress: { name: 'codes-from-address', max: 10, perSeconds: HOURS },
  codesToEmail: { name: 'codes-to-email', max: 3, perSeconds: 10 * MINUTES },
  codesToEmailDaily: { name: 'codes-to-email-daily', max: 6, perSeconds: 24 * HOURS },
  guessesFromAddress: { name: 'guesses-from-address', max: 20, perSeconds: 15 * MINUTES },
  guessesAtEmail: { name: 'guesses-at-email', max: 5, perSeconds: 15 * MINUTES },
  passwordsFromAddress: { name: 'passwords-from-address', max: 20, perSeconds: HOURS },
  passwordsForEmail: { name: 'passwords-for-email', max: 5, perSeconds: 15 * MINUTES, locks: true },
} as const satisfies Record<string, Limit>

// The address goes first: who is stopped there does not use up what the owner of the e-mail has left.

export async function limitCodeSending(db: Db, { email, address }: Try): Promise<void> {
  await takeFromLimit(db, limits.codesFromAddress, address)
  await takeFromLimit(db, limits.codesToEmail, email)
  await takeFromLimit(db, limits.codesToEmailDaily, email)
}

export async function limitCodeGuessing(db: Db, { email, address }: Try): Promise<void> {
  await takeFromLimit(db, limits.guessesFromAddress, address)
  await takeFromLimit(db, limits.guessesAtEmail, email)
}

/**
 * Five wrong passwords lock an account for a quarter of an hour from the fifth on, also against the right one. Every try
 * is counted before the password is hashed, because the hash is what costs and because tries come side by side.
 */
export async function limitPasswordTrying(db: Db, { email, address }: Try): Promise<void> {
  await takeFromLimit(db, limits.passwordsFromAddress, address)
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
