import { type ComponentProps, type ReactNode, useState } from 'react'
import { maxPerOrderText } from '#src/core/shop-policy.ts'
import { addSeveralToCart } from '#src/features/cart/cart-store.ts'
import { WishlistButton } from '#src/features/cart/saved-items/wishlist-button.tsx'
import type { Product, ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { isLowStock, isOutOfStock } from '#src/features/catalog/products/products.ts'
import { ProductRating } from '#src/features/community/reviews/product-rating.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'
import { Price } from '#src/ui/price.tsx'
import {
  DeferredBreadcrumb,
  DeferredPictureGallery,
  DeferredPriceFacts,
  DeferredPromises,
  DeferredSinglePicture,
  DeferredSizeLinks,
} from './deferred-sections.ts'
import { ShareButton } from './share-button.tsx'

type ProductDetailProps = {
  product: ProductDetail
  /** Where it is found, for sharing it. */
  url: string
  children: ReactNode
}

export function ProductDetailView({ product, url, children }: ProductDetailProps) {
  const [quantity, setQuantity] = useState(1)
  const soldOut = isOutOfStock(product)
  const Gallery = product.images.length > 1 ? DeferredPictureGallery : DeferredSinglePicture
  const { stock, maxPerOrder } = product
  const inStock = `${stock} in stock`
  const limit = maxPerOrder < stock && maxPerOrderText(maxPerOrder).toLowerCase()

  function add() {
    addSeveralToCart(product, quantity)
    setQuantity(1)
  }
  const button = { disabled: soldOut, onClick: add, children: soldOut ? 'Out of Stock' : 'Add to Cart' }
  return (
    <main>
      <div className="wrap">
        <DeferredBreadcrumb product={product} />
        <div className="grid items-start gap-6 pb-16 sm:gap-[clamp(2rem,5vw,5rem)] sm:pb-24 lg:grid-cols-[1.12fr_1fr]">
          <Gallery name={product.name} images={product.images} />
          <div className="grid gap-5 pt-1.5">
            <div className="flex gap-2.5">
              <Badge className="bg-ivory!">{product.category.name}</Badge>
              {isLowStock(product) && <Badge tone="low">Low Stock</Badge>}
            </div>
            <h1 className="text-title">{product.name}</h1>
            <ProductRating productId={product.id} />
            <Price rupees={product.price} className="font-medium! text-[1.9rem] leading-normal" />
            {(product.facts.mrp || product.facts.net || product.tiers) && <DeferredPriceFacts product={product} />}
            {product.sizes && <DeferredSizeLinks id={product.id} sizes={product.sizes} />}
            <p className="text-pretty text-cocoa-600 text-lead">{product.description}</p>
            <p className="text-[0.9rem] text-cocoa-500">
              SKU {product.sku} · {inStock}
              {limit && ` · ${limit}`}
            </p>
            <div className="flex flex-wrap items-start gap-3.5">
              <QuantityStepper
                value={quantity}
                onChange={setQuantity}
                max={Math.min(stock, maxPerOrder)}
                whyMax={limit || inStock}
                disabled={soldOut}
              />
              <Button {...button} className="min-w-52 flex-1" />
            </div>
            <div className="-my-2 flex flex-wrap gap-x-8">
              <WishlistButton product={product} />
              <ShareButton title={product.name} url={url} />
            </div>
            <DeferredPromises product={product} />
          </div>
        </div>
      </div>
      {children}
      <BuyBar product={product} button={button} />
    </main>
  )
}

function BuyBar({ product, button }: { product: Product; button: ComponentProps<typeof Button> }) {
  return (
    <div className="sticky bottom-0 z-20 flex items-center justify-between gap-4 border-line border-t bg-pearl/97 px-(--gutter) py-3 sm:hidden">
      <div className="min-w-0">
        <p className="line-clamp-2 font-display text-[1.05rem] leading-tight">{product.name}</p>
        <Price rupees={product.price} />
      </div>
      <Button {...button} size="small" className="min-h-12 shrink-0" />
    </div>
  )
}
