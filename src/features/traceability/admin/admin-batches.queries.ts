import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { getJson, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { AdminBatch, BatchChange, BatchSummary, NewBatchDraft } from './admin-batches.contract.ts'

const BATCHES_PATH = '/api/admin/batches'

export const adminBatchesQuery = pagedQuery<BatchSummary>([BATCHES_PATH, 'list'], BATCHES_PATH, { limit: 30 })

export const adminBatchQuery = (id: string) =>
  queryOptions<AdminBatch | null>({
    queryKey: [BATCHES_PATH, 'one', id],
    queryFn: () => getJson<AdminBatch>(`${BATCHES_PATH}/${encodeURIComponent(id)}`).catch(nullOn404),
  })

export const batchLabelsPath = (id: string) => `${BATCHES_PATH}/${id}/labels`

const refreshes = [[BATCHES_PATH], ['/api/trace']]
const failure = (error: Error) => ({
  title: 'Not Saved',
  description: serverMessage(error) ?? 'Failed to save the batch. Please try again.',
})

export const createBatchDraft = mutationOptions({
  mutationFn: (batch: NewBatchDraft) => sendJson<AdminBatch>('POST', BATCHES_PATH, batch),
  meta: { success: { title: 'Batch Created', description: 'Only admins can see it.' }, failure, refreshes },
})

export const changeBatch = mutationOptions({
  mutationFn: ({ id, ...change }: BatchChange & { id: string }) =>
    sendJson<AdminBatch>('PUT', `${BATCHES_PATH}/${id}`, change),
  meta: { success: { title: 'Batch Saved' }, failure, refreshes },
})
