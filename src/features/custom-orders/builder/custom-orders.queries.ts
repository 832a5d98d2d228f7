import { mutationOptions } from '@tanstack/react-query'
import { HttpError, sendJson } from '#src/browser/http-client.ts'
import type { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import type { CompleteBuilderState } from './builder-state.ts'

export const SUBMIT_FAILED = 'There was an error submitting your order. Please try again.'
/** The specification shows the animation for three seconds, even when the response comes sooner. */
export const CRAFTING_SECONDS = 3

export const submitCustomOrder = mutationOptions({
  mutationFn: async (order: CompleteBuilderState) => {
    const minimumTime = new Promise((resolve) => setTimeout(resolve, CRAFTING_SECONDS * 1000))
    const [receipt] = await Promise.all([
      sendJson<CustomOrderReceipt>('POST', '/api/custom-orders', order),
      minimumTime,
    ])
    return receipt
  },
  onError: () => window.alert(SUBMIT_FAILED),
})

/** Maps field names to messages; the key '' holds what concerns no single field. */
export function customOrderFieldErrors(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof HttpError) || typeof error.body !== 'object' || error.body === null) return {}
  const { message, issues } = error.body as { message?: string; issues?: { path: string; message: string }[] }
  if (!issues) return message ? { '': message } : {}
  return Object.fromEntries(issues.map((issue) => [issue.path, issue.message]))
}
