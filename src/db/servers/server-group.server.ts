import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { hostOf, splitHosts } from './hosts.server.ts'
import { createClientClass } from './primary-client.server.ts'
import { type Answer, createPrimaryFinder, type PrimaryFinder } from './primary-finder.server.ts'
import { SplitBrainError } from './server-state.server.ts'

const WATCH_MS = 2000

export type ServerGroup = ReturnType<typeof createServerGroup>

/** The servers of a URL, of which one is the primary. With several, a watch closes connections to a former primary. */
export function createServerGroup(url: string) {
  const urls = splitHosts(url)
  const [firstUrl = ''] = urls
  const hasSeveral = urls.length > 1
  const direct = new WeakSet<pg.ClientBase>()
  const retired = new WeakSet<pg.ClientBase>()
  const retireListeners: (() => void)[] = []
  const finder = createPrimaryFinder(urls, () => {
    for (const client of clients) {
      retired.add(client)
      if (direct.has(client) && client.getTransactionStatus() === 'I') void client.end().catch(() => {})
    }
    for (const listener of retireListeners) listener()
  })
  const { Client, clients } = createClientClass(urls, finder)
  const closeExcept = (isCurrent: (address: string) => boolean) => {
    for (const client of clients) if (!isCurrent(client.address)) client.connection.stream.destroy()
  }
  return {
    hasSeveral,
    poolOptions: { Client, connectionString: firstUrl },
    createDirectClient: (options: pg.ClientConfig): pg.Client => {
      const client = new Client(options)
      direct.add(client)
      return client
    },
    findPrimary: async () => (hasSeveral ? (await finder.find()).url : firstUrl),
    /** Whether the server of this connection shuts down and waits for its clients. */
    isRetired: (client: pg.ClientBase) => retired.has(client),
    onRetire: (listener: () => void) => void retireListeners.push(listener),
    stop: hasSeveral ? watch(finder, closeExcept) : async () => {},
  }
}

/** The address of the primary, for command-line tools that connect more than once. */
export async function findPrimaryUrl(url: string): Promise<string> {
  const { findPrimary, stop } = createServerGroup(url)
  return findPrimary().finally(stop)
}

function watch(finder: PrimaryFinder, closeExcept: (isCurrent: (address: string) => boolean) => void) {
  const stopping = new AbortController()
  const warnOfOldPrimaries = createWarning()
  const look = async () => {
    const { answers, chosen } = await finder.survey()
    if (!chosen) return
    const isSame = ({ state }: Answer) => state.startedAt === chosen.state.startedAt
    const current = new Set(answers.filter(isSame).map(({ url }) => url))
    closeExcept((address) => current.has(address))
    warnOfOldPrimaries(answers.filter((answer) => !answer.state.isReadOnly && !isSame(answer)))
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error) => {
        if (!(error instanceof SplitBrainError)) throw error
        log.error(error.message)
        closeExcept(() => false)
      })
      await sleep(WATCH_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

function createWarning() {
  let known = ''
  return (answers: Answer[]) => {
    const hosts = answers.map(({ url }) => hostOf(url)).join(', ')
    if (hosts !== known && hosts !== '') log.error(`An old primary accepts writes; stop it: ${hosts}`)
    known = hosts
  }
}
