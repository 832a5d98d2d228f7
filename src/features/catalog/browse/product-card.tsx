import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { addOneToCart } from '#src/features/cart/cart-store.ts'
import { LabelLine } from '#src/features/catalog/food/diet-mark.tsx'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { isLowStock, isOutOfStock } from '#src/features/catalog/products/products.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { AUTO_SIZES_PREFIX, Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'
import type { ProductView } from './product-filters.ts'

type ProductGridProps = {
  products: readonly Product[]
  view?: ProductView
  firstSeen?: number
  focusAt?: number
}

const GRIDS: Record<ProductView, string> = {
  grid: '[--tall:24rem] grid-cols-2 gap-x-3 gap-y-4 sm:gap-7 md:grid-cols-3 lg:grid-cols-4',
  list: '[--tall:11rem] grid-cols-1 gap-4',
}

/** Memoized: typing in a filter must not render every card. */
export const ProductGrid = memo(function ProductGrid(props: ProductGridProps) {
  const { products, view = 'grid', firstSeen = 0, focusAt } = props
  return (
    <ul className={`grid ${GRIDS[view]}`}>
      {products.map((product, index) => (
        <li key={product.id} className={index < firstSeen ? undefined : 'below-fold'}>
          <ProductCard product={product} view={view} priority={index < firstSeen} focusOnArrival={index === focusAt} />
        </li>
      ))}
    </ul>
  )
})

type ProductCardProps = {
  product: Product
  view?: ProductView
  priority?: boolean
  focusOnArrival?: boolean
}

export function ProductCard({ product, view = 'grid', priority, focusOnArrival }: ProductCardProps) {
  const nameId = useId()
  const { family } = product
  // Where only some sizes match, the card shows one of these.
  const isFrom = family?.first === product.id
  const look = LOOKS[view]
  return (
    <article className="group relative h-full raised">
      <div className={`cut flex h-full bg-white cut-18 ${look.box}`}>
        <CardPicture product={product} priority={priority} sizes={look.sizes} className={look.picture} />
        <div className={`flex flex-1 flex-col ${look.text}`}>
          <h3 id={nameId} className="text-[1.06rem] leading-tight sm:text-heading">
            <Link
              to="/product/$id"
              params={{ id: String(product.id) }}
              ref={focusOnArrival ? focus : undefined}
              className="outline-none after:absolute after:inset-0 focus-visible:after:focus-inside"
            >
              {isFrom ? family.name : product.name}
            </Link>
          </h3>
          <p className={`text-[0.9rem] text-cocoa-600 leading-normal ${look.description}`}>{product.description}</p>
          <p className="text-cocoa-500 text-xs sm:text-meta">{`${product.sku} · ${product.stock} in stock${family ? ` · ${family.sizes} sizes` : ''}`}</p>
          <div className={`mt-auto flex gap-2.5 pt-3 ${look.buy}`}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-2 sm:block">
              <span>
                {isFrom && 'from '}
                <Price rupees={product.price} className="text-[1.1875rem]" />
              </span>
              <LabelLine label={product} className="text-cocoa-600 text-xs sm:block" />
            </p>
            <AddButton product={product} describedBy={nameId} />
          </div>
        </div>
      </div>
    </article>
  )
}

const LOOKS: Record<ProductView, Record<'box' | 'picture' | 'sizes' | 'text' | 'description' | 'buy', string>> = {
  grid: {
    box: 'flex-col',
    picture: 'aspect-square',
    sizes:
      '(min-width: 84.5rem) 290px, (min-width: 64rem) calc(25vw - 41px), (min-width: 48rem) calc(33vw - 46px), calc(50vw - 26px)',
    text: 'gap-2 p-3.5 pb-4 sm:px-5 sm:pt-4.5 sm:pb-5',
    description: 'hidden sm:line-clamp-2',
    buy: 'flex-col sm:flex-row sm:items-center sm:justify-between',
  },
  list: {
    box: 'flex-row',
    picture: 'w-32 shrink-0 sm:w-40',
    // The picture covers the row, which is taller than wide on a phone.
    sizes: '224px',
    text: 'min-w-0 gap-1.5 p-3.5 sm:px-6 sm:py-4',
    description: 'line-clamp-2 max-w-[45em]',
    buy: 'flex-wrap items-center justify-between',
  },
}

const focus = (link: HTMLAnchorElement | null) => link?.focus()

type CardPictureProps = { product: Product; priority?: boolean; sizes: string; className: string }

function CardPicture({ product, priority, sizes, className }: CardPictureProps) {
  return (
    <div className={`relative overflow-hidden bg-ivory ${className}`}>
      <Picture
        src={product.imageUrl}
        alt={product.name}
        width={340}
        height={340}
        sizes={priority ? sizes : AUTO_SIZES_PREFIX + sizes}
        priority={priority}
        className="size-full object-cover transition-transform duration-700 ease-house group-hover:scale-[1.045]"
      />
      <Badge className="absolute bottom-0 left-0">{product.category.name}</Badge>
      {isLowStock(product) && (
        <Badge tone="low" className="absolute right-0 bottom-0">
          Low Stock
        </Badge>
      )}
    </div>
  )
}

type AddButtonProps = { product: Product; describedBy: string }

function AddButton({ product, describedBy }: AddButtonProps) {
  const soldOut = isOutOfStock(product)
  return (
    <Button
      size="small"
      disabled={soldOut}
      aria-describedby={describedBy}
      onClick={() => addOneToCart(product)}
      className="relative z-10 px-2! sm:px-[1.2rem]!"
    >
      {soldOut ? 'Out of Stock' : 'Add to Cart'}
    </Button>
  )
}
