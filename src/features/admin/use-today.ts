import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatAmount } from '#src/core/money.ts'
import { HttpError } from '#src/platform/http.ts'
import { notify } from '#src/platform/notify.ts'
import type { Today } from './admin.contract.ts'
import { todayQuery } from './admin.queries.ts'
import { changedQueues, countWaiting, orderSince, TILES } from './today.rules.ts'

const ASK_EVERY_MS = 30_000

type Watching = {
  today: Today | undefined
  /** The server lets nobody in with this session any more. */
  isSessionOver: boolean
}

/**
 * What waits, kept up to date: told by the server while the desk is seen, asked for every half minute while it is not or
 * while the telling is broken. Unseen desks do not listen, because a browser keeps no more than six lines to one shop.
 */
export function useToday(): Watching {
  const queryClient = useQueryClient()
  const isTold = useTelling(useIsSeen())
  const { data: today, error } = useQuery({
    ...todayQuery,
    refetchInterval: ({ state }) => (isTold || isRefused(state.error) ? false : ASK_EVERY_MS),
    refetchIntervalInBackground: true,
  })
  const known = useRef(today)
  useEffect(() => {
    const before = known.current
    known.current = today
    if (before && today) respond(queryClient, before, today)
  }, [today, queryClient])
  useTabCount(today ? countWaiting(today) : 0)
  return { today, isSessionOver: isRefused(error) }
}

const isRefused = (error: Error | null) => error instanceof HttpError && (error.status === 401 || error.status === 403)

/** Says that an order came in, and asks again for what shows the work that changed. */
function respond(queryClient: QueryClient, before: Today, after: Today): void {
  const order = orderSince(before, after)
  if (order) notify({ title: 'New order', description: `${order.orderId}, ${formatAmount(order.total)}` })
  const changed = changedQueues(before, after)
  const shownBy = TILES.filter(({ queue }) => changed.includes(queue)).flatMap((tile) => tile.shownBy)
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
      queryClient.setQueryData(todayQuery.queryKey, JSON.parse(data) as Today)
      setIsTold(true)
    })
    news.addEventListener('error', () => {
      setIsTold(false)
      // The browser takes up a broken line by itself, but not one that was refused: then the session may be over.
      if (news.readyState !== EventSource.CLOSED) return
      queryClient.invalidateQueries({ queryKey: todayQuery.queryKey })
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
