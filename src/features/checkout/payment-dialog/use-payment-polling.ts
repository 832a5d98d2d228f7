import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showToast, type Toast } from '#src/browser/toast-store.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { isPaymentEnded } from '#src/features/payments/payment-status.ts'
import { fetchPaymentStatus, verifyPayment } from './checkout-payment.queries.ts'

const POLL_INTERVAL_MS = 3000
const WATCH_INTERVAL_MS = 5000

/** `checking`: polling until there is an answer. `review`: the payment needs a manual check. */
export type PaymentPhase = 'waiting' | 'checking' | 'failed' | 'ended' | 'review'

type Options = { isResumed: boolean; onPaid: () => void }

/** How many pending answers a customer waits for before a toast says that nothing has arrived. */
const PENDING_CHECKS = 2

/** Polls one payment until its status is final. A resumed payment is polled from the start. */
export function usePaymentPolling(payment: StoredPayment, { isResumed, onPaid }: Options) {
  const queryClient = useQueryClient()
  const secondsLeft = useSecondsUntil(payment.expiresAt)
  // Each press starts a round; 0 is none.
  const [round, setRound] = useState(isResumed ? 1 : 0)
  const pendingChecksLeft = useRef(Number.POSITIVE_INFINITY)
  // The first check of a resumed payment is not the customer's: the dialog shows its result.
  const isManual = useRef(!isResumed)
  const { data, mutate } = useMutation({
    ...verifyPayment,
    mutationKey: ['verify', payment.transactionId],
    onSuccess: ({ success, status }) => {
      if (status === 'pending') {
        pendingChecksLeft.current -= 1
        if (pendingChecksLeft.current === 0) showToast(statusNotice(status))
        return
      }
      setRound(0)
      void queryClient.invalidateQueries(ordersQuery)
      if (success) onPaid()
      else if (isManual.current) showToast(statusNotice(status))
    },
    onError: () => setRound(0),
  })
  useEffect(() => {
    if (round === 0) return
    // One request at a time: returning to the page fires two events.
    const isIdle = () => queryClient.isMutating({ mutationKey: ['verify', payment.transactionId] }) === 0
    return pollWhileVisible(() => isIdle() && mutate(payment), POLL_INTERVAL_MS)
  }, [round, mutate, payment, queryClient])
  const isOver = secondsLeft === 0 || isPaymentEnded(data?.status ?? '')
  useEffect(() => {
    if (round > 0) return
    let isLooking = false
    // A customer who paid in another app, or by a phone, need not press the button. A failed request changes nothing.
    const look = async () => {
      if (isLooking) return
      isLooking = true
      const { success } = await fetchPaymentStatus(payment).catch(() => ({ success: false }))
      isLooking = false
      if (success) setRound(1)
    }
    return isOver ? onReturn(look) : pollWhileVisible(look, WATCH_INTERVAL_MS)
  }, [round, isOver, payment])
  return {
    phase: phaseOf({ isPolling: round > 0, isOver, status: data?.status }),
    /** It can no longer be paid, but money on its way still counts. */
    isOver,
    secondsLeft,
    check: () => {
      isManual.current = true
      setRound((before) => before + 1)
    },
    /** Like `check()`, but shows a toast soon if the payment is still pending. */
    checkClaim: () => {
      pendingChecksLeft.current = PENDING_CHECKS
      isManual.current = true
      setRound((before) => before + 1)
    },
  }
}

type PhaseInput = { isPolling: boolean; isOver: boolean; status: string | undefined }

function phaseOf({ isPolling, isOver, status }: PhaseInput): PaymentPhase {
  if (isPolling) return 'checking'
  if (status === 'review') return 'review'
  if (isOver) return 'ended'
  return status === 'failure' ? 'failed' : 'waiting'
}

function statusNotice(status: string): Toast {
  return {
    title: 'Payment Verification',
    tone: 'destructive',
    description: `Payment status: ${status || 'Unknown'}. Please check your UPI app or contact support.`,
  }
}

function pollWhileVisible(callback: () => unknown, intervalMs: number): () => void {
  const callIfVisible = () => {
    if (document.visibilityState === 'visible') callback()
  }
  callIfVisible()
  const timer = setInterval(callIfVisible, intervalMs)
  const stop = onReturn(callIfVisible)
  return () => {
    clearInterval(timer)
    stop()
  }
}

/** Not every browser fires both events. */
function onReturn(callback: () => unknown): () => void {
  const callIfVisible = () => {
    if (document.visibilityState === 'visible') callback()
  }
  document.addEventListener('visibilitychange', callIfVisible)
  window.addEventListener('focus', callIfVisible)
  return () => {
    document.removeEventListener('visibilitychange', callIfVisible)
    window.removeEventListener('focus', callIfVisible)
  }
}

export function useSecondsUntil(deadline: string): number {
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
