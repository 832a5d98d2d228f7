import { queryOptions } from '@tanstack/react-query'
import { getJson, nullOn404 } from '#src/browser/http-client.ts'
import type { Batch } from '#src/features/traceability/traceability.contract.ts'

/** The batch of this id, or the newest one; null if unknown. */
export const batchQuery = (batchId?: string) =>
  queryOptions<Batch | null>({
    queryKey: batchId === undefined ? ['/api/trace'] : ['/api/trace', batchId],
    queryFn: () =>
      getJson<Batch>(batchId === undefined ? '/api/trace' : `/api/trace/${encodeURIComponent(batchId)}`).catch(
        nullOn404,
      ),
  })
