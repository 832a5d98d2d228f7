import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { getPage, sendJson } from '#src/platform/http.ts'
import { sentenceOf } from '#src/platform/problems.ts'
import type { MakerPromotion, PromotionTerms } from './maker-promotions.contract.ts'

const DESK = '/api/admin/promotions'

/** The maker's promotions, part by part. */
export const makerPromotionsQuery = infiniteQueryOptions({
  queryKey: [DESK],
  queryFn: ({ pageParam }) => getPage<MakerPromotion>(pageParam),
  initialPageParam: `${DESK}?limit=30`,
  getNextPageParam: ({ next }) => next,
})

const refreshes = [[DESK], ['/api/cart/quote']]
const failure = (error: Error) => ({
  title: 'Not Saved',
  description: sentenceOf(error) ?? 'Failed to save the promotion. Please try again.',
})

/** A promotion as it was typed, new without an id: what is wrong with it the server says. */
export const savePromotion = mutationOptions({
  mutationFn: ({ id, ...terms }: PromotionTerms & { id?: string }) =>
    id === undefined
      ? sendJson<MakerPromotion>('POST', DESK, terms)
      : sendJson<MakerPromotion>('PUT', `${DESK}/${id}`, terms),
  meta: { success: { title: 'Promotion Saved' }, failure, refreshes },
})

export const endPromotion = mutationOptions({
  mutationFn: ({ id }: Pick<MakerPromotion, 'id'>) =>
    sendJson<{ done: 'ended' | 'deleted' }>('DELETE', `${DESK}/${id}`),
  meta: { success: { title: 'Promotion Ended' }, failure, refreshes },
})
