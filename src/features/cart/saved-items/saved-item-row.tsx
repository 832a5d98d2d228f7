import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { isLowStock, isOutOfStock } from '#src/features/catalog/products/products.ts'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'
import { PriceWatch } from './price-watch.tsx'
import type { SavedItem } from './saved-items.ts'

type SavedProductProps = {
  item: SavedItem
  product: Product | undefined
  children: ReactNode
}

export function SavedItemRow({ item, product, children }: SavedProductProps) {
  return (
    <li className="grid grid-cols-[72px_1fr] items-center gap-x-4 gap-y-3 py-5 sm:grid-cols-[72px_1fr_auto] sm:gap-x-6">
      <Picture
        src={product?.imageUrl}
        alt=""
        width={72}
        height={72}
        className="cut size-18 self-start object-cover cut-10"
      />
      <div>
        <h3 className="text-[1.0625rem] leading-tight">
          {product ? (
            <Link to="/product/$id" params={{ id: String(product.id) }} className="hover:text-ruby-700">
              {product.name}
            </Link>
          ) : (
            'No longer in our shop'
          )}
        </h3>
        {product && (
          <p className="mt-1 text-cocoa-600 text-small">
            {item.quantity > 1 && `${item.quantity} × `}
            <Price rupees={product.price} exact /> · <StockWords product={product} />
          </p>
        )}
        {product && item.kind === 'wish' && <PriceWatch product={product} />}
      </div>
      <div className="col-start-2 flex items-center justify-between gap-3 sm:col-start-auto">{children}</div>
    </li>
  )
}

function StockWords({ product }: { product: Product }) {
  if (isOutOfStock(product)) return <span className="font-semibold text-err">Sold out</span>
  if (isLowStock(product)) return <span className="font-semibold text-warn">Only {product.stock} left</span>
  return `${product.stock} in stock`
}
