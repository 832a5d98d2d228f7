import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { showToast, type Toast } from '#src/browser/toast-store.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { paymentStatusQuery } from './checkout-payment.queries.ts'
import {
  CHECK_FOR_MS,
  continueCheck,
  dialogStateOf,
  isDecided,
  nextPollAfter,
  type StatusCheck,
  startCheck,
} from './payment-poll.ts'

type Options = { isResumed: boolean; onPaid: () => void }

/** Polls a payment while its dialog is visible: it may be paid with another device. */
export function usePaymentPolling(payment: StoredPayment, { isResumed, onPaid }: Options) {
  const { expiresAt } = payment
  const { secondsLeft, isTimeUp } = useTimeToPay(expiresAt, isResumed)
  const [openedAt] = useState(Date.now)
  const [check, setCheck] = useState<StatusCheck | null>(isResumed ? () => startCheck('resumed', payment.status) : null)
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...paymentStatusQuery(payment),
    initialData: { success: payment.status === 'success', status: payment.status },
    initialDataUpdatedAt: isResumed ? 0 : openedAt,
    refetchInterval: ({ state }) => {
      const { error, data } = state
      return nextPollAfter({ error, status: data?.status ?? '', expiresAt, openedAt, check, now: Date.now() })
    },
  })
  const { success, status } = data
  usePaid(success, onPaid)
  useFreshOrders(status !== payment.status)
  const handleAnswer = useEffectEvent(() => {
    if (!check || success) return
    const { next, isToast } = continueCheck(check, { error, status })
    setCheck(next)
    if (isToast) showToast(error ? VERIFICATION_ERROR : statusNotice(status))
  })
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  useEffect(() => {
    if (answeredAt > openedAt) handleAnswer()
  }, [answeredAt, openedAt])
  const startedAt = check?.at
  useEffect(() => {
    if (startedAt === undefined) return
    const timer = setTimeout(() => setCheck(null), CHECK_FOR_MS)
    return () => clearTimeout(timer)
  }, [startedAt])
  return {
    state: dialogStateOf({ error, status, isTimeUp }),
    isChecking: check !== null,
    secondsLeft,
    checkAfterApp: () => {
      setCheck((running) => (running?.reason === 'claim' ? running : startCheck('app', status)))
      if (document.visibilityState === 'visible') void refetch()
    },
    checkNow: () => {
      setCheck(startCheck('claim', status))
      void refetch()
    },
  }
}

const MANUAL_INTERVAL_MS = 20_000

/** Polls a payment that an admin confirms by hand, on return to the page and every 20 seconds. */
export function useManualPaymentPolling(payment: StoredPayment, { isResumed, onPaid }: Options) {
  const { secondsLeft, isTimeUp } = useTimeToPay(payment.expiresAt, isResumed)
  const { data, error } = useQuery({
    ...paymentStatusQuery(payment),
    refetchInterval: ({ state }) =>
      isDecided({ error: state.error, status: state.data?.status ?? '' }) ? false : MANUAL_INTERVAL_MS,
  })
  const { status, submittedUtr, reservedUntil } = data ?? { ...payment, reservedUntil: payment.expiresAt }
  usePaid(data?.success ?? false, onPaid)
  useFreshOrders(status !== payment.status)
  const state = dialogStateOf({ error, status, isTimeUp })
  return {
    // Only a UTR tells the shop of money for a cancelled payment.
    state: state === 'cancelled' ? 'ended' : state,
    secondsLeft,
    submittedUtr: submittedUtr ?? undefined,
    reservedUntil: reservedUntil ?? null,
  }
}

const VERIFICATION_ERROR: Toast = {
  title: 'Verification Error',
  tone: 'destructive',
  description: 'Unable to verify payment. Please contact support.',
}

function statusNotice(status: string): Toast {
  return {
    title: 'Payment Verification',
    tone: 'destructive',
    description: `Payment status: ${status || 'Unknown'}. Please check your UPI app or contact support.`,
  }
}

function usePaid(isPaid: boolean, onPaid: () => void): void {
  const handlePaid = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) handlePaid()
  }, [isPaid])
}

/** Refetches the orders when the dialog closes: an earlier refetch could unmount the order's card and its dialog. */
function useFreshOrders(hasNews: boolean): void {
  const queryClient = useQueryClient()
  useEffect(
    () => () => {
      if (hasNews) void queryClient.invalidateQueries(ordersQuery)
    },
    [hasNews, queryClient],
  )
}

/** A payment that the server has just started has time left, whatever the clock of the device says. */
function useTimeToPay(expiresAt: string, isResumed: boolean) {
  const secondsLeft = useSecondsUntil(expiresAt)
  const [isClockRight] = useState(isResumed || secondsLeft > 0)
  return { secondsLeft, isTimeUp: secondsLeft === 0 && isClockRight }
}

function useSecondsUntil(deadline: string): number {
  return useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((Date.parse(deadline) - Date.now()) / 1000)),
    () => 0,
  )
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
