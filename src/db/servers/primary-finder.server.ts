import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { databaseErrorCode } from '../database.server.ts'
import { ReadOnlyServerError } from '../read-only.server.ts'
import { applicationName, hostOf } from './hosts.server.ts'
import {
  choosePrimary,
  createTimelineFence,
  OldPrimaryError,
  readServerState,
  type ServerState,
} from './server-state.server.ts'

const PROBE_MS = 1500
const FIND_MS = 4500
const RETRY_MS = 100
const CANNOT_CONNECT_NOW = '57P03'
const ASYNCHRONOUS =
  'The primary database server commits without waiting for a standby, so a failover can lose acknowledged payments: set synchronous_standby_names (docs/scale.md)'

export type Answer = { url: string; state: ServerState }

class NoPrimaryError extends Error {
  readonly code = 'ENOPRIMARY'
  constructor(reasons: string[]) {
    super(`No database server accepts writes: ${reasons.join('; ')}`)
  }
}

export type PrimaryFinder = ReturnType<typeof createPrimaryFinder>

/** Finds the primary among several servers. `onShutdown` is called while the primary waits for its clients to leave. */
export function createPrimaryFinder(urls: string[], onShutdown: () => void) {
  const fence = createTimelineFence()
  let primary: Answer | undefined

  const ask = async (url: string): Promise<Answer> => ({ url, state: await probe(url) })

  async function probe(url: string): Promise<ServerState> {
    try {
      return await probeServer(url)
    } catch (error) {
      if (databaseErrorCode(error) === CANNOT_CONNECT_NOW && url === primary?.url) onShutdown()
      throw error
    }
  }

  function choose(answers: Answer[]): Answer | undefined {
    const chosen = choosePrimary(answers.filter(({ state }) => !fence.isOld(state)))
    if (!chosen) return undefined
    fence.remember(chosen.state)
    const isNew = primary?.state.startedAt !== chosen.state.startedAt
    if (isNew && primary) log.warn(`The primary database server is now ${hostOf(chosen.url)}`)
    if (isNew && !chosen.state.isSynchronous) log.warn(ASYNCHRONOUS)
    primary = chosen
    return chosen
  }

  /** One round. Only the first has to wait for servers that do not answer. */
  async function findOnce(): Promise<Answer | undefined> {
    const probes = urls.map(ask)
    const certain = probes.map(async (running) => {
      const answer = await running
      if (!fence.isCurrent(answer.state)) throw new OldPrimaryError()
      return answer
    })
    const first = await Promise.any(certain).catch(() => undefined)
    return choose(first ? [first] : await settled(probes))
  }

  const explain = (url: string) =>
    ask(url).then(
      ({ state }) => `${hostOf(url)} is ${state.isReadOnly ? 'read-only' : 'an old primary'}`,
      (error: Error) => `${hostOf(url)}: ${error.message}`,
    )

  async function findUntilTimeout(): Promise<Answer> {
    for (const giveUpAt = performance.now() + FIND_MS; performance.now() < giveUpAt; await sleep(RETRY_MS)) {
      const found = await findOnce()
      if (found) return found
    }
    throw new NoPrimaryError(await Promise.all(urls.map(explain)))
  }

  return {
    find: shareRunning(findUntilTimeout),
    survey: async () => {
      const answers = await settled(urls.map(ask))
      return { answers, chosen: choose(answers) }
    },
    assertWritable: (state: ServerState) => {
      if (state.isReadOnly) throw new ReadOnlyServerError()
      if (fence.isOld(state)) throw new OldPrimaryError()
      fence.remember(state)
    },
  }
}

async function probeServer(url: string): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName('probe'),
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await readServerState(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function settled(probes: Promise<Answer>[]): Promise<Answer[]> {
  const results = await Promise.allSettled(probes)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** While the work runs, further calls share its result. */
export function shareRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
