import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { sendJson } from '#src/browser/http-client.ts'
import type { Opening } from './opening.contract.ts'

const OPENING = '/api/admin/opening'

export const openingQuery = queryOptions<Opening>({ queryKey: [OPENING] })

export const openShop = mutationOptions({
  mutationFn: () => sendJson<Opening>('POST', OPENING),
  meta: {
    success: { title: 'The Shop Is Open', description: 'Customers can see it from now on.' },
    failure: (error) => ({
      title: 'Not Opened',
      description: serverMessage(error) ?? 'Failed to open the shop. Please try again.',
    }),
    refreshes: [openingQuery.queryKey],
  },
})
