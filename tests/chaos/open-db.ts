import { type DatabaseLocation, type Db, openDatabase } from '#src/db/database.server.ts'

/** Looks at the data of a shop. The embedded database belongs to one process: only while no shop stands on it. */
export async function withShopDatabase<T>(data: DatabaseLocation, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(data)
  return look(database.db).finally(database.close)
}
