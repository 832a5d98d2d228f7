import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#src/testing/postgres-server.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'

/** A shop that restarts after each kill, at the same address and on the same data. */
export type Instance = { url: string; open: () => Promise<void>; close: () => Promise<void>; kill: () => Promise<void> }

export type Instances = {
  all: Instance[]
  /** How long each restart took. */
  restarts: number[]
  /** How often the shop reported that the database was missing, by message. */
  excuses: Map<string, number>
  openAll: () => Promise<void>
  closeAll: () => Promise<void>
  clearAway: () => void
}

/** `dataDir` for embedded shops; others get one each for what is not in the database. */
export async function prepareInstances(count: number, env: Record<string, string>): Promise<Instances> {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-chaos-'))
  const restarts: number[] = []
  const excuses = new Map<string, number>()
  const all = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const port = String(await freePort())
      return standAt({ DATA_DIR: path.join(folder, `shop-${nth}`), ...env, PORT: port }, { restarts, excuses })
    }),
  )
  return {
    all,
    restarts,
    excuses,
    openAll: async () => {
      // One by one: the first inserts the sample data.
      for (const stand of all) await stand.open()
    },
    closeAll: async () => {
      await Promise.all(all.map((stand) => stand.close()))
    },
    clearAway: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Notes = Pick<Instances, 'restarts' | 'excuses'>

function standAt(env: Record<string, string> & { PORT: string }, { restarts, excuses }: Notes): Instance {
  let shop: Promise<ShopProcess> | undefined
  async function open() {
    const began = performance.now()
    shop ??= startShop(env)
    await shop
    restarts.push((performance.now() - began) / 1000)
  }
  async function end(how: 'stop' | 'kill') {
    const running = await shop
    shop = undefined
    await running?.[how]()
    for (const [, excuse = ''] of running?.output().matchAll(/The database is away \(([^)]*)\)/g) ?? [])
      excuses.set(excuse, (excuses.get(excuse) ?? 0) + 1)
  }
  return { url: `http://127.0.0.1:${env.PORT}`, open, close: () => end('stop'), kill: () => end('kill') }
}
