import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { databaseErrorCode, onlyRow } from '../database.server.ts'
import { IS_READ_ONLY_SQL } from '../read-only.server.ts'

export type ServerState = {
  isReadOnly: boolean
  isSynchronous: boolean
  startedAt: string
  systemId?: string
  /** Rises with each promotion; unknown on a standby. */
  timeline?: number | null
}

const BASIC = `select ${IS_READ_ONLY_SQL} as "isReadOnly", pg_postmaster_start_time()::text as "startedAt",
  current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local')
    as "isSynchronous"`
const COMPLETE = `${BASIC}, (select system_identifier::text from pg_control_system()) as "systemId",
  case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`
const WITHHELD_FUNCTIONS = new Set(['42501', '42883', '0A000', '55000'])

/** Asks a server whether it is a primary, and of which timeline. */
export async function readServerState(client: pg.ClientBase): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(COMPLETE).catch((error) => {
    if (WITHHELD_FUNCTIONS.has(databaseErrorCode(error) ?? '')) return client.query<ServerState>(BASIC)
    throw error
  })
  return onlyRow(rows)
}

export class OldPrimaryError extends Error {
  readonly code = 'EOLDPRIMARY'
  constructor() {
    super('The database server is an old primary: another server was promoted since')
  }
}

export class SplitBrainError extends Error {
  readonly code = 'ESPLITBRAIN'
  constructor() {
    super('Several database servers accept writes, so none is used: stop all but one')
  }
}

/** Remembers the newest timeline, so that an old primary that returns is refused. */
export function createTimelineFence() {
  let newest: { systemId?: string | undefined; timeline: number } | undefined
  const isSameCluster = ({ systemId }: ServerState) => newest !== undefined && newest.systemId === systemId
  const isOld = (state: ServerState) => isSameCluster(state) && (state.timeline ?? 0) < (newest?.timeline ?? 0)
  return {
    isOld,
    /** Whether this must be the primary, without asking the other servers. */
    isCurrent: (state: ServerState) => !state.isReadOnly && isSameCluster(state) && !isOld(state),
    remember: (state: ServerState) => {
      if (newest && !isSameCluster(state)) log.warn('The database belongs to another cluster than before')
      newest = { systemId: state.systemId, timeline: state.timeline ?? 0 }
    },
  }
}

/** Picks the writable server on the newest timeline; throws when two could be it. */
export function choosePrimary<S extends { state: ServerState }>(answers: S[]): S | undefined {
  const writable = answers.filter(({ state }) => !state.isReadOnly)
  const timeline = Math.max(...writable.map(({ state }) => state.timeline ?? 0))
  const newest = writable.filter(({ state }) => (state.timeline ?? 0) === timeline)
  const isAmbiguous =
    new Set(newest.map(({ state }) => state.startedAt)).size > 1 ||
    new Set(writable.map(({ state }) => state.systemId)).size > 1
  if (isAmbiguous) throw new SplitBrainError()
  return newest[0]
}
