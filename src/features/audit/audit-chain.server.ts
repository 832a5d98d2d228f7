import { sql } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'

export type AuditChain = {
  entries: number
  /** The newest hash. A copy stored elsewhere reveals a truncated log. */
  head: string
  brokenAt?: number
  unchained: number
}

/** Verifies the hash chain of the audit log and reports where it breaks. */
export async function verifyAuditChain(db: Db): Promise<AuditChain> {
  const { rows } = await db.execute<{
    entries: string
    head: string | null
    broken: string | null
    unsealed: string
  }>(sql`
    with chain as (
      select s.seq, s.hash,
        s.seq = row_number() over in_order
          and coalesce(s.hash = audit_hash(coalesce(lag(s.hash) over in_order, ''), e), false) as holds
      from audit_chain s left join audit_log e on e.id = s.entry_id
      window in_order as (order by s.seq)
    )
    select count(*) as entries, min(seq) filter (where not holds) as broken,
      (select hash from audit_chain order by seq desc limit 1) as head,
      (select count(*) from audit_log e where not exists (select from audit_chain s where s.entry_id = e.id)) as unsealed
    from chain`)
  const { entries, head, broken, unsealed } = onlyRow(rows)
  return {
    entries: Number(entries),
    head: head ?? '',
    unchained: Number(unsealed),
    ...(broken !== null && { brokenAt: Number(broken) }),
  }
}
