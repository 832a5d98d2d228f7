import type { AuditChain } from '#src/features/audit/audit-chain.server.ts'

/** Describes a broken audit chain. Not one of the invariants, because entries are chained at commit. */
export function describeBrokenAuditChain({ brokenAt, unchained }: AuditChain): Record<string, string[]> {
  const what = [
    ...(brokenAt === undefined ? [] : [`it breaks at entry ${brokenAt}`]),
    ...(unchained === 0 ? [] : [`${unchained} entries are not chained`]),
  ]
  return what.length > 0 ? { 'the audit log is an unbroken hash chain': what } : {}
}
