import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A person by their account. `email` is the address that they confirmed by a code when they signed in. */
export type AccountOwner = { id: string; email: string }

/** The columns that say from whom something came: the account that sent it, if any, and the address that was typed. */
type Sender = { userId: PgColumn; email: PgColumn }

/** What a person sent while signed in: it is theirs alone, whatever address they typed. */
export const isSentByAccount = ({ userId }: Sender, { id }: AccountOwner): SQL => eq(userId, id)

/** What somebody who was not signed in sent with a person's address: perhaps that person, perhaps a stranger. */
export const isSentWithEmail = ({ userId, email }: Sender, person: AccountOwner): SQL | undefined =>
  and(isNull(userId), eq(email, person.email))
