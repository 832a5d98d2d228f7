import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

/** Explains that no e-mail was ever sent, with the answer of the mail server if it has failed; null once one was. */
export async function findMailProblem(db: Db): Promise<string | null> {
  const { id, channel, sentAt, lastError, unavailableSince, createdAt } = outboxMessages
  const isEmail = eq(channel, 'email')
  const sent = await db
    .select({ id })
    .from(outboxMessages)
    .where(and(isEmail, isNotNull(sentAt)))
    .limit(1)
  if (sent.length > 0) return null
  const [failed] = await db
    .select({ lastError })
    .from(outboxMessages)
    .where(and(isEmail, isNotNull(unavailableSince)))
    .orderBy(desc(createdAt))
    .limit(1)
  if (failed) return `The mail server does not take e-mail: ${failed.lastError}`
  return 'No e-mail has been sent yet. Invite a second admin under Security.'
}
