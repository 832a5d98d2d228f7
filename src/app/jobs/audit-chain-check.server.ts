import type { AuditChain } from '#src/features/audit/audit-chain.server.ts'

/**
 * What breaks the chain of the audit log, as a sentence that does not hold. It is none of the invariants: an entry is
 * sealed when its transaction commits, and those are also asked within one.
 */
export function describeBrokenAuditChain({ brokenAt, unchained }: AuditChain): Record<string, string[]> {
  const what = [
    ...(brokenAt === undefined ? [] : [`it breaks at entry ${brokenAt}`]),
    ...(unchained === 0 ? [] : [`${unchained} entries are not in it`]),
  ]
  return what.length > 0 ? { 'the log of the desk is a chain from its first entry to its last': what } : {}
}
