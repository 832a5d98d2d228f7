import { describe, expect, it } from 'vitest'
import { formatDuration, listTicketDeadlines } from './tickets.ts'

const createdAt = '2026-11-20T10:00:00.000Z'
const replyDueAt = '2026-11-21T10:00:00.000Z'
const at = (time: string) => Date.parse(time)

describe('the deadlines of a ticket', () => {
  it('are the promised 24 hours while it is open: an automatic mail is the acknowledgement that the law wants', () => {
    expect(listTicketDeadlines({ status: 'open', createdAt, replyDueAt }, at('2026-11-21T12:30:30Z'))).toEqual([
      { label: 'Reply promised', dueAt: replyDueAt, minutesLeft: -151 },
    ])
  })

  it('are a month after a reply, and none once the ticket is closed', () => {
    const answered = { createdAt, replyDueAt }
    expect(listTicketDeadlines({ ...answered, status: 'answered' }, at(createdAt))).toEqual([
      { label: 'To be resolved', dueAt: '2026-12-20T10:00:00.000Z', minutesLeft: 30 * 1440 },
    ])
    expect(listTicketDeadlines({ ...answered, status: 'closed' }, at(createdAt))).toEqual([])
  })
})

it.each([
  [0, '0 min'],
  [50, '50 min'],
  [60, '1 h'],
  [200, '3 h 20 min'],
  [1440, '1 day'],
  [3181, '2 days 5 h'],
])('%i minutes are called %s', (minutes, text) => expect(formatDuration(minutes)).toBe(text))
