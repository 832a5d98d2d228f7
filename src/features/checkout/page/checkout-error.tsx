import { Link } from '@tanstack/react-router'
import { formatAmount } from '#src/core/money.ts'
import { useCart } from '#src/features/cart/cart-store.ts'
import { type PricedCartLine, shortageText } from '#src/features/cart/priced-cart.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import type { CheckoutError } from './submit-order.ts'

type ProblemProps = { problem: CheckoutError; lines: readonly PricedCartLine[] }

export function CheckoutErrorNotice({ problem, lines }: ProblemProps) {
  if (problem.isLimit) return <LimitNotice message={problem.message} />
  const shortages = problem.shortages.flatMap(({ productId, available }) => {
    const line = lines.find((candidate) => candidate.productId === productId)
    return line && line.quantity > available ? [{ line, available }] : []
  })
  return (
    <div role="alert" className="grid gap-3 border-warn border-l-2 bg-warn-tint px-5 py-4">
      <p className="font-semibold text-warn">{problem.message}</p>
      <ul className="grid gap-2">
        {problem.prices.map((line) => (
          <li key={line.productId}>
            {line.productName}: <s>{formatAmount(line.savedPrice)}</s>{' '}
            <span className="amount">{formatAmount(line.price)}</span>
          </li>
        ))}
        {shortages.map((shortage) => (
          <ShortageLine key={shortage.line.productId} {...shortage} />
        ))}
      </ul>
      {shortages.length === 0 && <p>The summary shows what you pay now. Please press 'Pay with UPI' again.</p>}
    </div>
  )
}

function LimitNotice({ message }: { message: string }) {
  return (
    <div role="alert" className="grid gap-3 border-warn border-l-2 bg-warn-tint px-5 py-4">
      <p className="font-semibold text-warn">{message}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Link to="/orders" className={buttonClass({ variant: 'link' })}>
          My Orders
        </Link>
        <Link to="/checkout" search={{ ask: 'cart' }} className={buttonClass({ variant: 'link' })}>
          Ask for a Price
        </Link>
        <Link to="/contact" className={buttonClass({ variant: 'link' })}>
          Write to us
        </Link>
      </div>
    </div>
  )
}

function ShortageLine({ line, available }: { line: PricedCartLine; available: number }) {
  const { setQuantity, remove } = useCart()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>
        {line.productName}: <strong className="font-semibold">{shortageText(available)}</strong>
      </span>
      {available > 0 ? (
        <Button variant="link" onClick={() => setQuantity(line.productId, available)}>
          Take {available}
        </Button>
      ) : (
        <Button variant="link" onClick={() => remove(line.productId)} aria-label={`Remove ${line.productName}`}>
          Remove
        </Button>
      )}
    </li>
  )
}
