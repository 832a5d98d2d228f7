import { queryOptions } from '@tanstack/react-query'
import { getJson, nullOn404 } from '#src/browser/http-client.ts'
import type { Batch } from '#src/features/traceability/traceability.contract.ts'

/** A batch by its id, or the one for a first visit; null for one that the shop does not know. */
export const batchQuery = (batchId?: string) =>
  queryOptions<Batch | null>({
    queryKey: batchId === undefined ? ['/api/trace'] : ['/api/trace', batchId],
    queryFn: () =>
      getJson<Batch>(batchId === undefined ? '/api/trace' : `/api/trace/${encodeURIComponent(batchId)}`).catch(
        nullOn404,
      ),
  })
