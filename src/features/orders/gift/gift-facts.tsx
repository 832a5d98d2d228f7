import { formatMobile } from '#src/core/shop-contact.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'

const NOTICES = {
  none: 'We do not write to them.',
  surprise: 'We tell them by SMS that a gift is on its way.',
  named: 'We tell them by SMS that a gift from you is on its way.',
}

export function GiftFacts({ order: { gift, cardLogoId, shippingAddress: to } }: { order: Order }) {
  if (!gift) return null
  return (
    <div className="grid gap-2 text-small [overflow-wrap:anywhere]">
      <p className="font-semibold">{`A gift for ${to.firstName} ${to.lastName}, ${formatMobile(gift.recipientPhone)}`}</p>
      {gift.message && (
        <blockquote className="whitespace-pre-line border-gold-500 border-l-2 pl-3 font-voice text-cocoa-800 italic">
          {gift.message}
        </blockquote>
      )}
      {gift.from && <p>From {gift.from}</p>}
      {cardLogoId && <p>The card has a logo.</p>}
      <p>{gift.hasWrap ? 'With a card and gift wrapping, without prices.' : 'With a card, without prices.'}</p>
      <p className="text-cocoa-600">{NOTICES[gift.notify]}</p>
    </div>
  )
}

export function BillingFacts({ order: { companyName, buyerGstin } }: { order: Order }) {
  if (!companyName) return null
  return (
    <p className="text-small [overflow-wrap:anywhere]">
      {`Invoice for ${companyName}`}
      <span className="block text-cocoa-600">GSTIN {buyerGstin}</span>
    </p>
  )
}
