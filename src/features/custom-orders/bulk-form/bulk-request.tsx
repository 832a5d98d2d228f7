import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { cartLines, useCart } from '#src/features/cart/cart-store.ts'
import { parseProductId } from '#src/features/catalog/products/product-params.ts'
import { quoteChannelsText } from '#src/features/custom-orders/custom-order-options.ts'
import type { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { type BulkDraft, clearBulkDraft, type DraftLine, readBulkDraft, saveBulkDraft } from './bulk-draft.ts'
import { submitBulkRequest } from './bulk-request.queries.ts'
import { BulkRequestForm } from './bulk-request-form.tsx'

type BulkRequestProps = {
  /** The id of a product, or `cart`. */
  ask: string
  user: User | null
}

/** Asks for a price of more pieces than an order holds. */
export function BulkRequest(props: BulkRequestProps) {
  // The draft is in the browser.
  const isHydrated = useHydrated()
  return (
    <div className="mx-auto grid max-w-3xl gap-8">
      <div className="grid gap-3">
        <h1 className="text-title">Ask for a Price</h1>
        <p className="text-cocoa-600 text-lead">
          For a company, a wedding or a festival: tell us what you need, and we send you a quotation.
        </p>
      </div>
      {isHydrated ? <DraftedRequest {...props} /> : <Skeleton className="h-96" />}
    </div>
  )
}

function DraftedRequest({ ask, user }: BulkRequestProps) {
  const [draft, setDraft] = useState(() => readBulkDraft(ask, linkedLines(ask), contactOf(user)))
  const sending = useMutation(submitBulkRequest)
  useEffect(() => {
    if (sending.isSuccess) clearBulkDraft()
    else saveBulkDraft(ask, draft)
  }, [ask, draft, sending.isSuccess])
  if (sending.data) return <Received receipt={sending.data} email={draft.customerEmail} />
  return (
    <BulkRequestForm
      draft={draft}
      change={(part) => setDraft((before) => ({ ...before, ...part }))}
      error={sending.error}
      sent={sending.variables}
      isSending={sending.isPending}
      onSend={() => sending.mutate(draft)}
    />
  )
}

function linkedLines(ask: string): DraftLine[] {
  if (ask === 'cart')
    return cartLines(useCart.getState()).map(({ productId, quantity }) => ({ productId, quantity: String(quantity) }))
  const productId = parseProductId(ask)
  return productId === undefined ? [] : [{ productId, quantity: '' }]
}

function contactOf(user: User | null): Partial<BulkDraft> {
  if (!user) return {}
  // A customer without a name is called by the local part of the email.
  const customerName = user.email.startsWith(`${user.name}@`) ? '' : user.name
  return { customerName, customerEmail: user.email }
}

function Received({ receipt, email }: { receipt: CustomOrderReceipt; email: string }) {
  return (
    <div
      ref={(panel) => panel?.focus()}
      tabIndex={-1}
      role="status"
      className="grid justify-items-start gap-4 bg-ok-tint p-6 sm:p-8"
    >
      <p className="font-display text-heading text-ok">We have your request</p>
      <p className="wrap-anywhere">
        Your quotation comes {quoteChannelsText(false)} to {email} by{' '}
        <time dateTime={receipt.dueAt} className="font-semibold">
          {formatDayAndTime(receipt.dueAt)}
        </time>
        . Your number for questions is <strong className="amount whitespace-nowrap">{receipt.reference}</strong>.
      </p>
      <Link to="/products" className={buttonClass({ variant: 'secondary' })}>
        Continue Shopping
      </Link>
    </div>
  )
}
