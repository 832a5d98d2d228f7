import { formatDayAndTime } from '#src/core/dates.ts'
import type { Quote } from '#src/features/custom-orders/custom-orders.contract.ts'

export function QuestionThread({ conversation }: Pick<Quote, 'conversation'>) {
  if (conversation.length === 0) return null
  return (
    <ol className="grid gap-4">
      {conversation.map(({ id, by, text, at }) => (
        <li key={id} className={by === 'admin' ? 'border-gold-500 border-l-2 pl-4' : 'pl-4.5'}>
          <p className="text-cocoa-600 text-meta">
            <span className="font-semibold">{by === 'admin' ? 'Our studio' : 'You'}</span>,{' '}
            <time dateTime={at}>{formatDayAndTime(at)}</time>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  )
}
