import { mutationOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { AdminPromotion, PromotionTerms } from './admin-promotions.contract.ts'

const API_PATH = '/api/admin/promotions'

export const adminPromotionsQuery = pagedQuery<AdminPromotion>([API_PATH], API_PATH, { limit: 30 })

const refreshes = [[API_PATH], ['/api/cart/quote']]
const failure = (error: Error) => ({
  title: 'Not Saved',
  description: serverMessage(error) ?? 'Failed to save the promotion. Please try again.',
})

export const savePromotion = mutationOptions({
  mutationFn: ({ id, ...terms }: PromotionTerms & { id?: string }) =>
    id === undefined
      ? sendJson<AdminPromotion>('POST', API_PATH, terms)
      : sendJson<AdminPromotion>('PUT', `${API_PATH}/${id}`, terms),
  meta: { success: { title: 'Promotion Saved' }, failure, refreshes },
})

export const endPromotion = mutationOptions({
  mutationFn: ({ id }: Pick<AdminPromotion, 'id'>) =>
    sendJson<{ done: 'ended' | 'deleted' }>('DELETE', `${API_PATH}/${id}`),
  meta: { success: { title: 'Promotion Ended' }, failure, refreshes },
})
