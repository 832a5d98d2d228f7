import { mutationOptions } from '@tanstack/react-query'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { HttpError, sendJson } from '#src/browser/http-client.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import type { NewTicket } from '#src/features/contact/contact.contract.ts'
import type { ContactRoute } from './contact.api.server.ts'

export const sendContactMessage = mutationOptions({
  mutationFn: (message: NewTicket) => sendJson<ContactRoute>('POST', '/api/contact', message),
  meta: {
    success: {
      title: 'Message Sent!',
      description: `Our team will get back to you within ${REPLY_WITHIN_HOURS} hours.`,
    },
    failure: (error) => ({ title: 'Message Not Sent', description: `${reasonOf(error)} Your text is still here.` }),
  },
})

function reasonOf(error: Error): string {
  if (error instanceof HttpError && error.status === 429) return 'You have written to us a lot. Please try again later.'
  const [wrong] = Object.values(readFormErrors(error)?.fields ?? {})
  if (error instanceof HttpError && error.status === 400) return wrong ?? 'Please check what you typed.'
  return 'Something went wrong. Please try again.'
}
