import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** `email` was confirmed by a code at sign-in. */
export type AccountOwner = { id: string; email: string }

/** The columns that identify a sender: the account, if any, and the typed address. */
type Sender = { userId: PgColumn; email: PgColumn }

/** What the owner sent while signed in, whatever address they typed. */
export const isSentByAccount = ({ userId }: Sender, { id }: AccountOwner): SQL => eq(userId, id)

/** What a visitor sent with the owner's address: possibly a stranger. */
export const isSentWithEmail = ({ userId, email }: Sender, person: AccountOwner): SQL | undefined =>
  and(isNull(userId), eq(email, person.email))
