import { queryOptions } from '@tanstack/react-query'
import { getPage } from '#src/browser/http-client.ts'
import type { AuditEntry, AuditListParams } from './audit.contract.ts'

export const auditLogQuery = (page: Pick<AuditListParams, 'entity' | 'id' | 'cursor'>) => {
  const given = Object.entries(page).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const path = `/api/admin/audit?${new URLSearchParams(given)}`
  return queryOptions({ queryKey: [path], queryFn: () => getPage<AuditEntry>(path) })
}
