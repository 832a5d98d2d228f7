import { decimalRupees, type Paise } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'

/** `merchantCategory` only where the bank has given one: it is never invented. */
export type Payee = { upiId: string; name: string; merchantCategory?: string }

/**
 * A UPI payment link in the safe profile of india.md 1.1: every field inside all published limits, the amount as
 * decimal text made from whole paise, spaces as %20 (URLSearchParams would write '+', which UPI apps show literally).
 */
export function buildUpiLink(payee: Payee, payment: { clientTxnId: string; amount: Paise; note: string }): string {
  const fields = {
    pa: payee.upiId.toLowerCase(),
    pn: payee.name,
    ...(payee.merchantCategory && { mc: payee.merchantCategory }),
    tr: payment.clientTxnId,
    tn: payment.note.replaceAll(/[^A-Za-z0-9 .-]/g, '-').slice(0, 50),
    am: decimalRupees(payment.amount),
    cu: 'INR',
  }
  return `upi://pay?${Object.entries(fields)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`
}

/** Whom a link says that it pays: the name that the shopper should see in the app. */
export function readPayeeName(link: string): string {
  return new URL(link).searchParams.get('pn') ?? SHOP_NAME
}
