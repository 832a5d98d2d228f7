import { Price } from '#src/ui/price.tsx'
import type { PricedCartLine } from './priced-cart.ts'

type LineProps = { line: PricedCartLine }

export function TierPrice({ line: { price, listPrice } }: LineProps) {
  return (
    <>
      {price < listPrice && (
        <s className="mr-2">
          <span className="sr-only">instead of </span>
          <Price rupees={listPrice} exact />
        </s>
      )}{' '}
      <Price rupees={price} exact />
    </>
  )
}

export function NextTier({ line: { nextTier } }: LineProps) {
  return nextTier && <p className="text-cocoa-600 text-small">{nextTier}</p>
}
