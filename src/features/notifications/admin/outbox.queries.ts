import { mutationOptions } from '@tanstack/react-query'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { MessageStatus } from '#src/features/notifications/message-status.ts'
import type { OutboxMessage } from '#src/features/notifications/notifications.contract.ts'

const ALL = ['/api/admin/messages']

export const outboxQuery = (filters: { status?: MessageStatus; q?: string }) =>
  pagedQuery<OutboxMessage>(ALL, '/api/admin/messages', filters)

export const resendMessage = mutationOptions({
  mutationFn: (id: OutboxMessage['id']) => sendJson<OutboxMessage>('POST', `/api/admin/messages/${id}/resend`),
  meta: {
    success: { title: 'Message Queued', description: 'We will try again right away.' },
    failure: (error) => ({ title: 'Not Resent', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [ALL, ['/api/admin/today']],
  },
})
