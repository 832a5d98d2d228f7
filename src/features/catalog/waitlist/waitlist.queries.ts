import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readFormErrors, serverMessage } from '#src/browser/form-errors.ts'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import { productQuery } from '#src/features/catalog/products/products.queries.ts'
import type { WaitlistRequest, WaitlistState } from './waitlist.api.server.ts'

const pathOf = (productId: number) => `/api/products/${productId}/notify`

export const waitlistQuery = (productId: number) => queryOptions<WaitlistState>({ queryKey: [pathOf(productId)] })

export const joinWaitlist = (productId: number) =>
  mutationOptions({
    mutationFn: (request: WaitlistRequest) => sendJson<{ success: true }>('POST', pathOf(productId), request),
    onError: (...[error, , , { client }]) =>
      conflictMessage(error) && client.invalidateQueries({ queryKey: productQuery(productId).queryKey }),
    meta: {
      failure: (error) => (readFormErrors(error)?.fields.email ? undefined : describeFailure(error)),
      refreshes: [waitlistQuery(productId).queryKey],
    },
  })

export const leaveWaitlist = (productId: number) =>
  mutationOptions({
    mutationFn: () => sendJson<undefined>('DELETE', pathOf(productId)),
    meta: { failure: describeFailure, refreshes: [waitlistQuery(productId).queryKey] },
  })

const describeFailure = (error: Error) => ({
  title: 'Not Saved',
  description: serverMessage(error) ?? 'Something went wrong. Please try again.',
})
