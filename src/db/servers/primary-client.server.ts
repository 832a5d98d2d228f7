import pg from 'pg'
import { hostAndPort } from './hosts.server.ts'
import type { PrimaryFinder } from './primary-finder.server.ts'
import { readServerState } from './server-state.server.ts'

export type PrimaryClient = pg.Client & { address: string }
type Done = (error: Error | null, client?: pg.Client) => void

/** A class of clients that connect to the primary only. Those that are connected are in `clients`. */
export function createClientClass(
  urls: string[],
  { find, assertWritable }: Pick<PrimaryFinder, 'find' | 'assertWritable'>,
) {
  const [firstUrl = ''] = urls
  const clients = new Set<PrimaryClient>()

  class Client extends pg.Client {
    address = firstUrl

    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: firstUrl })
      // A connection may break between two steps of `connect`.
      this.on('error', () => {})
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Done): void
    override connect(callback?: Done): Promise<pg.Client> | undefined {
      const connecting = this.connectToPrimary()
      if (!callback) return connecting
      connecting.then((client) => callback(null, client), callback)
    }

    private async connectToPrimary(): Promise<pg.Client> {
      if (urls.length > 1) this.leadTo((await find()).url)
      clients.add(this)
      this.once('end', () => clients.delete(this))
      try {
        await super.connect()
        assertWritable(await readServerState(this))
        return this
      } catch (error) {
        clients.delete(this)
        await this.end().catch(() => {})
        throw error
      }
    }

    private leadTo(address: string): void {
      // The pool gives up by destroying the stream, and `connect` would open that again.
      if (this.connection.stream.destroyed) throw new Error('timeout exceeded when trying to connect')
      Object.assign(this, { address, ...hostAndPort(address) })
    }
  }
  return { Client, clients }
}
