import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showToast, type Toast } from '#src/browser/toast-store.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { fetchPaymentStatus, verifyPayment } from './checkout-payment.queries.ts'
import { isPaymentEnded } from './order-attempt.ts'

const ASK_AGAIN_MS = 3000

/**
 * `waiting`: nobody says that something was paid yet. `checking`: we ask until there is an answer. `review`: money came
 * that a person has to look at.
 */
export type PaymentPhase = 'waiting' | 'checking' | 'failed' | 'ended' | 'review'

type Options = { isResumed: boolean; onPaid: () => void }

/** How many pending answers a shopper who says that it is paid waits for before being told so. */
const SHORT_LOOK = 2

/**
 * Follows one payment. `check()` asks the server at once and then gently, only while somebody looks at the page, until
 * the answer is final. A payment that was started before a reload is asked about by itself.
 */
export function usePaymentPolling(payment: StoredPayment, { isResumed, onPaid }: Options) {
  const queryClient = useQueryClient()
  const secondsLeft = useSecondsUntil(payment.expiresAt)
  // Each press starts a round of asking; 0 is none.
  const [round, setRound] = useState(isResumed ? 1 : 0)
  const toldAfter = useRef(Number.POSITIVE_INFINITY)
  const { data, mutate } = useMutation({
    ...verifyPayment,
    mutationKey: ['verify', payment.transactionId],
    onSuccess: ({ success, status }) => {
      if (status === 'pending') {
        toldAfter.current -= 1
        if (toldAfter.current === 0) showToast(statusNotice(status))
        return
      }
      setRound(0)
      void queryClient.invalidateQueries(ordersQuery)
      if (success) onPaid()
      else showToast(statusNotice(status))
    },
    onError: () => setRound(0),
  })
  useEffect(() => {
    if (round === 0) return
    // One question at a time: coming back to the page is told by two events.
    const isAnswered = () => queryClient.isMutating({ mutationKey: ['verify', payment.transactionId] }) === 0
    return askWhileSeen(() => isAnswered() && mutate(payment))
  }, [round, mutate, payment, queryClient])
  useEffect(() => {
    if (round > 0) return
    // Whoever paid elsewhere and comes back need not say so. No answer tells nothing: the button is still there.
    return onReturn(async () => {
      const { success } = await fetchPaymentStatus(payment).catch(() => ({ success: false }))
      if (success) setRound(1)
    })
  }, [round, payment])
  const isOver = secondsLeft === 0 || isPaymentEnded(data?.status ?? '')
  return {
    phase: phaseOf({ isAsking: round > 0, isOver, status: data?.status }),
    /** Nothing can be paid by it any more; money that is on its way still counts. */
    isOver,
    secondsLeft,
    check: () => setRound((before) => before + 1),
    /** Like `check()`, for a shopper who says that it is paid: if it is not, they hear it after a short look. */
    checkClaim: () => {
      toldAfter.current = SHORT_LOOK
      setRound((before) => before + 1)
    },
  }
}

type Circumstances = { isAsking: boolean; isOver: boolean; status: string | undefined }

function phaseOf({ isAsking, isOver, status }: Circumstances): PaymentPhase {
  if (isAsking) return 'checking'
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

/** Asks now, every few seconds, and at once when the shopper comes back from another app; never behind a hidden page. */
function askWhileSeen(ask: () => unknown): () => void {
  const askIfSeen = () => {
    if (document.visibilityState === 'visible') ask()
  }
  askIfSeen()
  const timer = setInterval(askIfSeen, ASK_AGAIN_MS)
  const stop = onReturn(askIfSeen)
  return () => {
    clearInterval(timer)
    stop()
  }
}

/** Two events tell of it, because not every browser sends both. */
function onReturn(act: () => unknown): () => void {
  const actIfSeen = () => {
    if (document.visibilityState === 'visible') act()
  }
  document.addEventListener('visibilitychange', actIfSeen)
  window.addEventListener('focus', actIfSeen)
  return () => {
    document.removeEventListener('visibilitychange', actIfSeen)
    window.removeEventListener('focus', actIfSeen)
  }
}

export function useSecondsUntil(moment: string): number {
  return useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000)),
    () => 0,
  )
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
