import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import type { PolicyName } from '#src/features/settings/setting-names.ts'
import type { PublicPolicy } from '#src/features/settings/settings.contract.ts'
import { policyVersions, settings } from '#src/features/settings/settings.table.server.ts'

/** Stores the current version, before and after each change: version 0 is the defaults. */
export async function storePolicyVersion(tx: Db): Promise<void> {
  const { version, value } = await readVersionedSection(tx, 'policies')
  const createdAt = version === 0 ? null : new Date()
  await tx.insert(policyVersions).values({ version, value, createdAt }).onConflictDoNothing()
}

/** Reads a policy as it is now, or as it was in a version. Throws `not-found` for a version that is not stored. */
export async function readPolicy(db: Db, name: PolicyName, version?: number): Promise<PublicPolicy> {
  const current = await readVersionedSection(db, 'policies')
  if (version !== undefined && version !== current.version) {
    const [stored] = await db.select().from(policyVersions).where(eq(policyVersions.version, version))
    if (!stored) throw new DomainError('not-found', 'There is no such version of our policies.')
    const { value, createdAt } = stored
    return { name, text: value[name].text, version, isCurrent: false, changedAt: createdAt?.toISOString() ?? null }
  }
  const [row] = await db.select({ at: settings.updatedAt }).from(settings).where(eq(settings.section, 'policies'))
  return {
    ...{ name, text: current.value[name].text, version: current.version, isCurrent: true },
    changedAt: row?.at.toISOString() ?? null,
  }
}
