import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { HttpError } from '#src/browser/http-client.ts'
import { showToast, type Toast, useToastStore } from '#src/browser/toast-store.ts'
import { formatAmount } from '#src/core/money.ts'
import type { DashboardStats, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { countTodos, findChangedQueues, findNewOrder, TODO_TILES } from './todo-queues.ts'

const POLL_INTERVAL_MS = 30_000

type AdminEvents = {
  today: TodoSummary | undefined
  isSessionOver: boolean
}

/** By server-sent events while the tab is visible (browsers allow six per host), else by polling. */
export function useAdminEvents(): AdminEvents {
  const queryClient = useQueryClient()
  const isStreaming = useEventStream(useIsVisible())
  const { data: today, error } = useQuery({
    ...todoSummaryQuery,
    refetchInterval: ({ state }) => (isStreaming || isRefused(state.error) ? false : POLL_INTERVAL_MS),
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

/** Waits until the toast on screen is gone: the admin may be reading why something failed. */
function showAfterOthers(news: Toast): void {
  if (!useToastStore.getState().notice?.isOpen) {
    showToast(news)
    return
  }
  const stop = useToastStore.subscribe(({ notice }) => {
    if (notice?.isOpen) return
    stop()
    showToast(news)
  })
}

function respond(queryClient: QueryClient, before: TodoSummary, after: TodoSummary): void {
  const order = findNewOrder(before, after)
  if (order) showAfterOthers({ title: 'New order', description: `${order.orderId}, ${formatAmount(order.total)}` })
  const changed = findChangedQueues(before, after)
  const shownBy = TODO_TILES.filter(({ queue }) => changed.includes(queue)).flatMap((tile) => tile.shownBy)
  if (shownBy.length === 0) return
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) =>
      call === '/api/dashboard/stats' || shownBy.some((start) => String(call).startsWith(start)),
  })
}

function useEventStream(isVisible: boolean): boolean {
  const queryClient = useQueryClient()
  const [isStreaming, setIsStreaming] = useState(false)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (!isVisible) return
    let again: ReturnType<typeof setTimeout> | undefined
    const source = new EventSource('/api/admin/events')
    source.addEventListener('today', ({ data }) => {
      queryClient.setQueryData(todoSummaryQuery.queryKey, JSON.parse(data) as TodoSummary)
      setIsStreaming(true)
    })
    source.addEventListener('error', () => {
      setIsStreaming(false)
      // EventSource reconnects after a network error but not after a refusal, when the session may have expired.
      if (source.readyState !== EventSource.CLOSED) return
      queryClient.invalidateQueries({ queryKey: todoSummaryQuery.queryKey })
      again = setTimeout(() => {
        const error = queryClient.getQueryState(todoSummaryQuery.queryKey)?.error ?? null
        if (!isRefused(error)) setAttempt(attempt + 1)
      }, POLL_INTERVAL_MS)
    })
    return () => {
      clearTimeout(again)
      source.close()
      setIsStreaming(false)
    }
  }, [isVisible, attempt, queryClient])
  return isStreaming
}

function useIsVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'visible',
    () => false,
  )
}

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
    const watcher = new MutationObserver(write)
    watcher.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      watcher.disconnect()
      document.title = document.title.replace(/^\(\d+\) /, '')
    }
  }, [count])
}

export const dashboardStatsQuery = queryOptions<DashboardStats>({ queryKey: ['/api/dashboard/stats'] })

export const todoSummaryQuery = queryOptions<TodoSummary>({ queryKey: ['/api/admin/today'] })
