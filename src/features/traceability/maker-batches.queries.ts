import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, getPage, nullIfUnknown, sendJson } from '#src/platform/http.ts'
import { sentenceOf } from '#src/platform/problems.ts'
import type { BatchChange, BatchSummary, BegunBatch, MakerBatch } from './maker-batches.contract.ts'

const DESK = '/api/admin/batches'

/** The maker's batches, part by part. */
export const makerBatchesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'list'],
  queryFn: ({ pageParam }) => getPage<BatchSummary>(pageParam),
  initialPageParam: `${DESK}?limit=30`,
  getNextPageParam: ({ next }) => next,
})

/** One batch as it was written down; null when there is none. */
export const makerBatchQuery = (id: string) =>
  queryOptions<MakerBatch | null>({
    queryKey: [DESK, 'one', id],
    queryFn: () => getJson<MakerBatch>(`${DESK}/${encodeURIComponent(id)}`).catch(nullIfUnknown),
  })

/** The page of labels of a batch, to be opened and printed. */
export const labelsPath = (id: string) => `${DESK}/${id}/labels`

const refreshes = [[DESK], ['/api/trace']]
const failure = (error: Error) => ({
  title: 'Not Saved',
  description: sentenceOf(error) ?? 'Failed to save the batch. Please try again.',
})

export const beginBatch = mutationOptions({
  mutationFn: (batch: BegunBatch) => sendJson<MakerBatch>('POST', DESK, batch),
  meta: { success: { title: 'Batch Begun', description: 'Nobody else sees it yet.' }, failure, refreshes },
})

export const changeBatch = mutationOptions({
  mutationFn: ({ id, ...change }: BatchChange & { id: string }) => sendJson<MakerBatch>('PUT', `${DESK}/${id}`, change),
  meta: { success: { title: 'Batch Saved' }, failure, refreshes },
})
