import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { getPage, sendJson } from '#src/browser/http-client.ts'
import type { AdminPromotion, PromotionTerms } from './admin-promotions.contract.ts'

const DESK = '/api/admin/promotions'

/** The maker's promotions, part by part. */
export const adminPromotionsQuery = infiniteQueryOptions({
  queryKey: [DESK],
  queryFn: ({ pageParam }) => getPage<AdminPromotion>(pageParam),
  initialPageParam: `${DESK}?limit=30`,
  getNextPageParam: ({ next }) => next,
})

const refreshes = [[DESK], ['/api/cart/quote']]
const failure = (error: Error) => ({
  title: 'Not Saved',
  description: serverMessage(error) ?? 'Failed to save the promotion. Please try again.',
})

/** A promotion as it was typed, new without an id: what is wrong with it the server says. */
export const savePromotion = mutationOptions({
  mutationFn: ({ id, ...terms }: PromotionTerms & { id?: string }) =>
    id === undefined
      ? sendJson<AdminPromotion>('POST', DESK, terms)
      : sendJson<AdminPromotion>('PUT', `${DESK}/${id}`, terms),
  meta: { success: { title: 'Promotion Saved' }, failure, refreshes },
})

export const endPromotion = mutationOptions({
  mutationFn: ({ id }: Pick<AdminPromotion, 'id'>) =>
    sendJson<{ done: 'ended' | 'deleted' }>('DELETE', `${DESK}/${id}`),
  meta: { success: { title: 'Promotion Ended' }, failure, refreshes },
})
