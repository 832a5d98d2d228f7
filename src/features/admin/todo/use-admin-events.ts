import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { HttpError } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { formatAmount } from '#src/core/money.ts'
import type { TodoSummary } from '#src/features/admin/admin.contract.ts'
import { todoSummaryQuery } from '#src/features/admin/admin.queries.ts'
import { countTodos, findChangedQueues, findNewOrder, TODO_TILES } from './todo-queues.ts'

const ASK_EVERY_MS = 30_000

type Watching = {
  today: TodoSummary | undefined
  /** The server lets nobody in with this session any more. */
  isSessionOver: boolean
}

/**
 * What waits, kept up to date: told by the server while the desk is seen, asked for every half minute while it is not or
 * while the telling is broken. Unseen desks do not listen, because a browser keeps no more than six lines to one shop.
 */
export function useAdminEvents(): Watching {
  const queryClient = useQueryClient()
  const isTold = useTelling(useIsSeen())
  const { data: today, error } = useQuery({
    ...todoSummaryQuery,
    refetchInterval: ({ state }) => (isTold || isRefused(state.error) ? false : ASK_EVERY_MS),
    refetchIntervalInBackground: true,
  })
  const known = useRef(today)
  useEffect(() => {
    const before = known.current
    known.current = today
    if (before && today) respond(queryClient, before, today)
  }, [today, queryClient])
  useTabCount(today ? countTodos(today) : 0)
  return { today, isSessionOver: isRefused(error) }
}

const isRefused = (error: Error | null) => error instanceof HttpError && (error.status === 401 || error.status === 403)

/** Says that an order came in, and asks again for what shows the work that changed. */
function respond(queryClient: QueryClient, before: TodoSummary, after: TodoSummary): void {
  const order = findNewOrder(before, after)
  if (order) showToast({ title: 'New order', description: `${order.orderId}, ${formatAmount(order.total)}` })
  const changed = findChangedQueues(before, after)
  const shownBy = TODO_TILES.filter(({ queue }) => changed.includes(queue)).flatMap((tile) => tile.shownBy)
  if (shownBy.length === 0) return
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) =>
      call === '/api/dashboard/stats' || shownBy.some((start) => String(call).startsWith(start)),
  })
}

/** Listens to the server's news, and says whether they come. A line that breaks is taken up again. */
function useTelling(isSeen: boolean): boolean {
  const queryClient = useQueryClient()
  const [isTold, setIsTold] = useState(false)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (!isSeen) return
    let again: ReturnType<typeof setTimeout> | undefined
    const news = new EventSource('/api/admin/events')
    news.addEventListener('today', ({ data }) => {
      queryClient.setQueryData(todoSummaryQuery.queryKey, JSON.parse(data) as TodoSummary)
      setIsTold(true)
    })
    news.addEventListener('error', () => {
      setIsTold(false)
      // The browser takes up a broken line by itself, but not one that was refused: then the session may be over.
      if (news.readyState !== EventSource.CLOSED) return
      queryClient.invalidateQueries({ queryKey: todoSummaryQuery.queryKey })
      again = setTimeout(() => setAttempt(attempt + 1), ASK_EVERY_MS)
    })
    return () => {
      clearTimeout(again)
      news.close()
      setIsTold(false)
    }
  }, [isSeen, attempt, queryClient])
  return isTold
}

function useIsSeen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'visible',
    () => false,
  )
}

/** Puts the count before the title that the route gave, and takes it away again. */
function useTabCount(count: number): void {
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const write = () => {
      const plain = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${plain}` : plain
      if (document.title !== wanted) document.title = wanted
    }
    write()
    // Another desk brings another title.
    const watcher = new MutationObserver(write)
    watcher.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      watcher.disconnect()
      document.title = document.title.replace(/^\(\d+\) /, '')
    }
  }, [count])
}
