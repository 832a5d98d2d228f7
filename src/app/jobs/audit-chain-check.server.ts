import type { AuditChain } from '#src/features/audit/audit-chain.server.ts'

/** Describes a broken audit chain. Not one of the invariants, because entries are chained at commit. */
export function describeBrokenAuditChain({ brokenAt, unchained }: AuditChain): Record<string, string[]> {
  const what = [
    ...(brokenAt === undefined ? [] : [`it breaks at entry ${brokenAt}`]),
    ...(unchained === 0 ? [] : [`${unchained} entries are not in it`]),
  ]
  return what.length > 0 ? { 'the log of the desk is a chain from its first entry to its last': what } : {}
}
