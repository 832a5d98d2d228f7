import { decimalRupees, type Paise } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'

/** `merchantCategory` only where the bank has assigned one. */
export type Payee = { upiId: string; name: string; merchantCategory?: string }

/** Builds a UPI link within all published limits; %20 for spaces, because UPI apps show '+' literally. */
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

export function readPayeeName(link: string): string {
  return new URL(link).searchParams.get('pn') ?? SHOP_NAME
}
