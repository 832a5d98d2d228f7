import { randomUUID } from 'node:crypto'
import { users } from '#src/features/account/account.table.server.ts'
import { startSession } from '#src/features/account/sessions.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'

/** Somebody at the maker's desk, signed in with the password. */
export async function aMaker(db: Db): Promise<{ id: string; email: string; cookie: string }> {
  const email = `maker-${randomUUID()}@golconda.example`
  const { id } = onlyRow(await db.insert(users).values({ email, isAdmin: true }).returning())
  const token = await startSession(db, { userId: id, kind: 'admin' })
  return { id, email, cookie: `shop_session=${token}` }
}
