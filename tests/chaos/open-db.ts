import type { Db } from '#src/db/database.server.ts'
import { type DatabaseLocation, openDatabase } from '#src/db/open-database.server.ts'

/** Opens the data of a shop, patiently. The embedded database belongs to one process: only while no shop runs on it. */
export async function withShopDatabase<T>(data: DatabaseLocation, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ patient: true, ...data })
  return look(database.db).finally(database.close)
}
