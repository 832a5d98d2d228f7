import { useMutation } from '@tanstack/react-query'
import { showToast } from '#src/browser/toast-store.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { MessageStatus } from '#src/features/notifications/message-status.ts'
import type { OutboxMessage } from '#src/features/notifications/notifications.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import { resendMessage } from './outbox.queries.ts'

const STATUS_LABELS: Record<MessageStatus, string> = {
  failed: 'Failed',
  held: 'Held',
  waiting: 'Waiting',
  sent: 'Sent',
}
const STATUS_TONES: Record<MessageStatus, StatusTone> = { failed: 'err', held: 'warn', waiting: 'info', sent: 'ok' }
const CHANNELS: Record<OutboxMessage['channel'], string> = { email: 'E-mail', sms: 'SMS' }

export function MessageRow({ message }: { message: OutboxMessage }) {
  const { channel, to, subject, status, lastError } = message
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 p-4 [overflow-wrap:anywhere] sm:p-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-1.5">
        <h2 className="font-sans font-semibold text-base tracking-normal">{subject || 'Text message'}</h2>
        <p className="text-cocoa-600 text-small">
          {CHANNELS[channel]} to {to}
        </p>
        {lastError && status !== 'sent' && <p className="text-err text-small">{lastError}</p>}
        <Words message={message} />
      </div>
      <div className="grid content-start justify-items-start gap-2 lg:justify-items-end">
        <StatusBadge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>
        <When message={message} />
        {message.canResend && <Actions message={message} />}
      </div>
    </li>
  )
}

function When({ message: { status, at, attempts, createdAt } }: { message: OutboxMessage }) {
  const time = <time dateTime={at}>{formatDayAndTime(at)}</time>
  return (
    <div className="text-cocoa-600 text-meta lg:text-right">
      <p>
        Written <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
      </p>
      {status === 'failed' && <p>Failed {time}</p>}
      {status === 'sent' && <p>Sent {time}</p>}
      {status === 'waiting' && <p>Next try {time}</p>}
      {attempts > 0 && <p>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</p>}
    </div>
  )
}

function Words({ message: { text, isSensitive } }: { message: OutboxMessage }) {
  if (text === null)
    return (
      <p className="text-cocoa-600 text-meta">
        {isSensitive ? 'Hidden: it contains a sign-in code.' : 'The text was deleted because the message is old.'}
      </p>
    )
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small underline underline-offset-4 hover:text-gold-700">
        Text
      </summary>
      <p className="max-w-[75ch] whitespace-pre-line bg-ivory p-4 text-small">{text}</p>
    </details>
  )
}

function Actions({ message: { id, to, subject, text } }: { message: OutboxMessage }) {
  const resend = useMutation(resendMessage)
  async function copy() {
    // The clipboard API exists in secure contexts only.
    const isCopied = await navigator.clipboard?.writeText([subject, text].filter(Boolean).join('\n\n')).then(
      () => true,
      () => false,
    )
    showToast(
      isCopied
        ? { title: 'Copied!', description: 'Paste it into a WhatsApp chat.' }
        : { title: 'Not Copied', description: 'Please select the text instead.', tone: 'destructive' },
    )
  }
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      <Button size="small" pending={resend.isPending} aria-label={`Resend to ${to}`} onClick={() => resend.mutate(id)}>
        Resend
      </Button>
      <Button variant="secondary" size="small" aria-label={`Copy WhatsApp text for ${to}`} onClick={copy}>
        Copy WhatsApp text
      </Button>
    </div>
  )
}
