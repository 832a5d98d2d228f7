import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '#src/db/database.server.ts'
import { type DatabasePair, startDatabasePair } from '#src/testing/database-pair.ts'
import { freePort, startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'
import { withShopDatabase } from './open-db.ts'

type Options = {
  count?: number
  isEmbedded?: boolean
  isDurable?: boolean
  /** A primary with a synchronous standby. */
  isPair?: boolean
  /** Puts a pooler in front of the pair, and returns its address. */
  poolerFor?: (pair: DatabasePair) => Promise<string>
  /** The address that customers see, if it is not that of each process. */
  publicUrl?: string
  /** A database that is there, instead of one of its own. */
  url?: string
  env?: Record<string, string>
}

/** Built shops on one database, which `open` starts one by one: the first inserts the sample data. */
export async function createCluster({ count = 1, isDurable = false, publicUrl, ...given }: Options) {
  const { isEmbedded, isPair, poolerFor, url, env } = given
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-cluster-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const pair = isPair ? await startDatabasePair() : undefined
  const server = isEmbedded || url || pair ? undefined : await startOwnPostgresServer({ isDurable })
  const databaseUrl = pair?.url ?? server?.url ?? url
  const poolerUrl = pair && (await poolerFor?.(pair))
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const shops: ShopProcess[] = []
  /** `release` is the folder of an unpacked one. */
  async function start(nth: number, release?: string): Promise<ShopProcess> {
    const settings = {
      PORT: String(ports[nth]),
      PUBLIC_URL: publicUrl ?? urls[nth] ?? '',
      DATABASE_URL: poolerUrl ?? databaseUrl ?? '',
      DATABASE_DIRECT_URL: (poolerUrl && databaseUrl) ?? '',
      DATA_DIR: path.join(folder, String(nth)),
      SESSION_SECRET: 'the-processes-of-a-cluster-share-one-secret',
      ...env,
    }
    const shop = await startShop(settings, { folder: release })
    shops[nth] = shop
    return shop
  }
  async function open() {
    for (const nth of ports.keys()) await start(nth)
    return shops[0] as ShopProcess
  }
  const close = () => Promise.all(shops.map((shop) => shop.stop()))
  async function end() {
    await close()
    await server?.stop()
    await pair?.stop()
  }
  /** For the commands of an admin. */
  const settings = { DATA_DIR: path.join(folder, '0'), DATABASE_URL: databaseUrl ?? '' }
  const data = databaseUrl ? { url: databaseUrl } : { dataDir: settings.DATA_DIR }
  /** Embedded: only while no shop runs. */
  const look = <T>(at: (db: Db) => Promise<T>) => withShopDatabase(data, at)
  return { shops, urls, server, pair, folder, settings, start, open, close, end, look }
}

export type Cluster = Awaited<ReturnType<typeof createCluster>>
