import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { showToast, type Toast } from '#src/browser/toast-store.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { isPaymentEnded } from '#src/features/payments/payment-status.ts'
import { paymentStatusQuery } from './checkout-payment.queries.ts'
import { isSignedOut, nextPollAfter, type StatusCheck } from './polling-pace.ts'

const UNTIL_FINAL = Number.POSITIVE_INFINITY
/** How many pending answers a customer waits for before a toast says that nothing has arrived. */
const PENDING_CHECKS = 2

const OWN_PHASES = ['cancelled', 'refunded', 'review'] as const

/** `checking`: polling fast until there is an answer. `review`: the payment needs a manual check. */
export type PaymentPhase = 'waiting' | 'checking' | 'failed' | 'ended' | 'signed-out' | (typeof OWN_PHASES)[number]

type Options = { isResumed: boolean; onPaid: () => void }

/** Polls a payment while its dialog is visible: it may be paid with another device. Only a press ends in a toast. */
export function usePaymentPolling(payment: StoredPayment, { isResumed, onPaid }: Options) {
  const secondsLeft = useSecondsUntil(payment.expiresAt)
  const [openedAt] = useState(Date.now)
  const [check, setCheck] = useState<StatusCheck | null>(
    isResumed ? { at: openedAt, isManual: false, pendingLeft: UNTIL_FINAL } : null,
  )
  const { expiresAt } = payment
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...paymentStatusQuery(payment),
    initialData: { success: false, status: payment.status },
    initialDataUpdatedAt: isResumed ? 0 : openedAt,
    refetchInterval: ({ state }) =>
      nextPollAfter({
        error: state.error,
        status: state.data?.status ?? '',
        expiresAt,
        openedAt,
        check,
        now: Date.now(),
      }),
  })
  const { success, status } = data
  useFreshOrders(status, payment)
  usePaid(success, onPaid)
  const handleAnswer = useEffectEvent(() => {
    if (!check || success) return
    if (error || status !== 'pending') {
      setCheck(null)
      if (check.isManual) showToast(error ? VERIFICATION_ERROR : statusNotice(status))
      return
    }
    setCheck({ ...check, pendingLeft: check.pendingLeft - 1 })
    if (check.pendingLeft === 1) showToast(statusNotice(status))
  })
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  useEffect(() => {
    if (answeredAt > openedAt) handleAnswer()
  }, [answeredAt, openedAt])

  function start(pendingLeft: number) {
    setCheck({ at: Date.now(), isManual: true, pendingLeft })
    void refetch({ cancelRefetch: false })
  }
  return {
    phase: phaseOf({ status, error, isChecking: check !== null, isOver: secondsLeft === 0 }),
    secondsLeft,
    check: () => start(UNTIL_FINAL),
    /** Like `check()`, but shows a toast soon if the payment is still pending. */
    checkClaim: () => start(PENDING_CHECKS),
  }
}

const MANUAL_INTERVAL_MS = 20_000

/** Polls a payment that an admin confirms by hand, on return to the page and every 20 seconds. */
export function useManualPaymentPolling(payment: StoredPayment, onPaid: () => void) {
  const { data } = useQuery({ ...paymentStatusQuery(payment), refetchInterval: MANUAL_INTERVAL_MS })
  usePaid(data?.success ?? false, onPaid)
  if (!data)
    return { status: payment.status, submittedUtr: payment.submittedUtr ?? undefined, reservedUntil: payment.expiresAt }
  return { status: data.status, submittedUtr: data.submittedUtr, reservedUntil: data.reservedUntil ?? null }
}

type PhaseInput = { status: string; error: Error | null; isChecking: boolean; isOver: boolean }

function phaseOf({ status, error, isChecking, isOver }: PhaseInput): PaymentPhase {
  const own = OWN_PHASES.find((phase) => phase === status)
  if (own) return own
  if (isSignedOut(error)) return 'signed-out'
  if (isChecking) return 'checking'
  if (isOver || isPaymentEnded(status)) return 'ended'
  return status === 'failure' ? 'failed' : 'waiting'
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

function useFreshOrders(status: string, payment: StoredPayment): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (status !== payment.status) void queryClient.invalidateQueries(ordersQuery)
  }, [status, payment.status, queryClient])
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
