import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/platform/http.ts'
import { sentenceOf } from '#src/platform/problems.ts'
import type { Opening } from './opening.contract.ts'

const OPENING = '/api/admin/opening'

export const openingQuery = queryOptions<Opening>({ queryKey: [OPENING] })

export const openShop = mutationOptions({
  mutationFn: () => sendJson<Opening>('POST', OPENING),
  meta: {
    success: { title: 'The Shop Is Open', description: 'Shoppers see it from now on.' },
    failure: (error) => ({
      title: 'Not Opened',
      description: sentenceOf(error) ?? 'Failed to open the shop. Please try again.',
    }),
    refreshes: [openingQuery.queryKey],
  },
})
