import { randomUUID } from 'node:crypto'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'

export async function createAdmin(db: Db): Promise<{ id: string; email: string; cookie: string }> {
  const email = `maker-${randomUUID()}@golconda.example`
  const { id } = onlyRow(await db.insert(users).values({ email, isAdmin: true }).returning())
  const token = await startSession(db, { userId: id, kind: 'admin' })
  return { id, email, cookie: `shop_session=${token}` }
}
