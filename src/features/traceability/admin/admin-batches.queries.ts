import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
import type { AdminBatch, BatchChange, BatchSummary, NewBatchDraft } from './admin-batches.contract.ts'

const DESK = '/api/admin/batches'

/** The maker's batches, part by part. */
export const adminBatchesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'list'],
  queryFn: ({ pageParam }) => getPage<BatchSummary>(pageParam),
  initialPageParam: `${DESK}?limit=30`,
  getNextPageParam: ({ next }) => next,
})

/** One batch as it was written down; null when there is none. */
export const adminBatchQuery = (id: string) =>
  queryOptions<AdminBatch | null>({
    queryKey: [DESK, 'one', id],
    queryFn: () => getJson<AdminBatch>(`${DESK}/${encodeURIComponent(id)}`).catch(nullOn404),
  })

/** The page of labels of a batch, to be opened and printed. */
export const batchLabelsPath = (id: string) => `${DESK}/${id}/labels`

const refreshes = [[DESK], ['/api/trace']]
const failure = (error: Error) => ({
  title: 'Not Saved',
  description: serverMessage(error) ?? 'Failed to save the batch. Please try again.',
})

export const createBatchDraft = mutationOptions({
  mutationFn: (batch: NewBatchDraft) => sendJson<AdminBatch>('POST', DESK, batch),
  meta: { success: { title: 'Batch Begun', description: 'Nobody else sees it yet.' }, failure, refreshes },
})

export const changeBatch = mutationOptions({
  mutationFn: ({ id, ...change }: BatchChange & { id: string }) => sendJson<AdminBatch>('PUT', `${DESK}/${id}`, change),
  meta: { success: { title: 'Batch Saved' }, failure, refreshes },
})
