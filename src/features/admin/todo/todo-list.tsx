import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { type Deadline, formatAge, formatDeadline, TODO_TILES } from './todo-queues.ts'

export function TodoList({ today }: { today: TodoSummary }) {
  const now = useNow(today.at)
  const waiting = TODO_TILES.filter(({ queue }) => today[queue].count > 0)
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="eyebrow">
        Today
      </h2>
      {waiting.length === 0 && (
        <p className="mt-3 flex items-center gap-3 text-cocoa-600">
          <DiamondMark className="size-2 bg-ok" />
          Nothing to do right now.
        </p>
      )}
      <ul className="mt-3 grid grid-cols-2 gap-2 empty:hidden sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] sm:gap-3">
        {waiting.map(({ queue, one, many, place }) => {
          const { count, ...since } = today[queue]
          return (
            <li key={queue} className="grid">
              <Link
                {...place}
                className="group flex flex-col border border-line-strong bg-white p-3.5 transition-colors duration-150 ease-house hover:border-cocoa-900 sm:p-4"
              >
                <span className="amount text-[1.75rem] leading-tight">{count}</span>
                <span className="mb-1.5 text-small leading-snug group-hover:underline">{count === 1 ? one : many}</span>
                {queue === 'held' && (
                  <span className="wrap-anywhere text-cocoa-600 text-meta">{namesText(count, today.heldNames)}</span>
                )}
                <Waiting {...since} now={now} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const namesText = (count: number, names: readonly string[]) =>
  `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`

const TONES: Record<Deadline['tone'], string> = {
  calm: 'text-cocoa-600',
  soon: 'bg-warn-tint px-1.5 font-semibold text-warn',
  late: 'bg-err-tint px-1.5 font-semibold text-err',
}

function Waiting({ oldestAt, oldestDueAt, now }: Omit<TodoQueue, 'count'> & { now: number }) {
  if (!oldestDueAt)
    return oldestAt && <span className="mt-auto text-cocoa-600 text-meta">{formatAge(oldestAt, now)}</span>
  const { text, tone } = formatDeadline(oldestDueAt, now)
  return <span className={`mt-auto self-start text-meta tabular-nums ${TONES[tone]}`}>{text}</span>
}

/** The current time; until hydration the time of the server, so that both render the same. */
function useNow(serverTime: string): number {
  const [now, setNow] = useState(() => Date.parse(serverTime))
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
