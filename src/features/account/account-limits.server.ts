import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'

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
  passwordsForEmail: { name: 'passwords-for-email', max: 5, perSeconds: 15 * MINUTES },
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

/** To be counted before the password is hashed: the hash is what costs. */
export async function limitPasswordTrying(db: Db, { email, address }: Try): Promise<void> {
  await takeFromLimit(db, limits.passwordsFromAddress, address)
  await takeFromLimit(db, limits.passwordsForEmail, email)
}
