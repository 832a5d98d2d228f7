import { z } from 'zod'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { ProductImages, ProductPicture } from '#src/features/catalog/images/product-pictures.contract.ts'
import { isProductId } from '#src/features/catalog/products/product-params.ts'
import { IntegerId, Product } from '#src/features/catalog/products/products.contract.ts'
import { ADJUSTMENT_REASONS, MAX_STOCK, STOCK_REASONS } from '#src/features/catalog/stock/stock-reasons.ts'
import { PriceTiers } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { TaxRate } from '#src/features/settings/settings.contract.ts'
import {
  ADMIN_PRODUCTS_PER_PAGE,
  BAD_PICTURE,
  isImageUrl,
  PRODUCT_STATUS_FILTERS,
  PRODUCT_TEXT_LIMITS,
  parsePrice,
} from './product-input.ts'

/** PostgreSQL refuses to store control characters and lone surrogates. */
const UNPRINTABLE = /(?![\r\n\t])[\p{Cc}\p{Cs}]/u

const text = (maxLength: number, empty = 'Please fill this in.') =>
  z
    .string(empty)
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine((typed) => !UNPRINTABLE.test(typed), 'It contains an invalid character.')

const line = (maxLength: number, empty: string) =>
  text(maxLength, empty)
    .min(1, empty)
    .refine((typed) => !/[\r\n\t]/.test(typed), 'Please write this in one line.')

const pieces = (what: string) => {
  const message = `Please enter the ${what} as a whole number from 0 to 10,00,000.`
  return coerceNumber(z.int(message).min(0, message).max(MAX_STOCK, message))
}

const BAD_MAXIMUM = `Please enter the most per order as a whole number from 1 to ${MAX_LINE_QUANTITY.toLocaleString('en-IN')}.`

const BAD_PRICE = 'Please enter the price in rupees, from 0.01 to 99,999.99, like 450 or 450.50.'

export const PriceInput = z.union([z.string(), z.number()], BAD_PRICE).transform((typed, context) => {
  const inPaise = parsePrice(typed)
  if (inPaise !== undefined) return inPaise
  context.addIssue({ code: 'custom', message: BAD_PRICE })
  return z.NEVER
})

export const ImageUrlInput = z
  .string(BAD_PICTURE)
  .trim()
  .max(PRODUCT_TEXT_LIMITS.imageUrl, BAD_PICTURE)
  .refine((typed) => typed === '' || isImageUrl(typed), BAD_PICTURE)
  .transform((typed) => typed || null)

export const NO_CATEGORY = 'Please choose a category.'

export const ProductFields = z.strictObject({
  name: line(PRODUCT_TEXT_LIMITS.name, 'Please give the product a name.'),
  description: text(PRODUCT_TEXT_LIMITS.description),
  price: PriceInput,
  stock: pieces('stock'),
  minStock: pieces('minimum stock'),
  /** Without it a new product gets the default, and an existing one keeps its value. */
  maxPerOrder: coerceNumber(z.int(BAD_MAXIMUM).min(1, BAD_MAXIMUM).max(MAX_LINE_QUANTITY, BAD_MAXIMUM)).optional(),
  /** Without it as for `maxPerOrder`. */
  meltClass: z.enum(MELT_CLASSES, 'Please choose how soon it melts: bar, bonbon or truffle.').optional(),
  sku: line(PRODUCT_TEXT_LIMITS.sku, 'Please give the product an SKU.'),
  imageUrl: ImageUrlInput.nullish().transform((url) => url ?? null),
  /** Replaces all pictures and `imageUrl`. Without it only the first picture follows a new `imageUrl`. */
  images: ProductImages.optional(),
  categoryId: coerceNumber(z.number(NO_CATEGORY).refine(isProductId, NO_CATEGORY)),
  /** Without it the product uses the shop's default HSN and rate. */
  tax: TaxRate.nullish(),
  /** Replaces the tiers of all sizes. Without it they stay. */
  tiers: PriceTiers.optional(),
  /** Replaces all facts. Without it a new product has none, and an existing one keeps its own. */
  facts: FoodFacts.optional(),
})
export type ProductFields = z.infer<typeof ProductFields>

/** `updatedAt` names the edited version: the edit fails on a concurrent change. */
export const ProductEdit = ProductFields.extend({
  seen: z
    .strictObject({ updatedAt: z.iso.datetime(), stock: coerceNumber(z.int()), tiers: PriceTiers.optional() })
    .optional(),
})
export type ProductEdit = z.infer<typeof ProductEdit>

/** A product for admins. `stock` is on hand; `reserved` pieces of it belong to unpaid orders. */
export const AdminProduct = Product.extend({
  meltClass: z.enum(MELT_CLASSES),
  reserved: z.int(),
  /** People who asked for an e-mail when it is back. */
  waiting: z.int(),
  archivedAt: z.string().nullable(),
  sizeLabel: z.string().nullable(),
  updatedAt: z.string(),
  facts: FoodFacts,
  images: z.array(ProductPicture),
})
export type AdminProduct = z.infer<typeof AdminProduct>

/** `notice` says why the product is not for sale yet. */
export const CreatedProduct = AdminProduct.extend({ notice: z.string().nullable() })
export type CreatedProduct = z.infer<typeof CreatedProduct>

export const AdminProductPageQuery = z.object({
  q: z.string().trim().max(PRODUCT_TEXT_LIMITS.name).optional(),
  status: z.enum(PRODUCT_STATUS_FILTERS).optional(),
  limit: coerceNumber(z.int().min(1).max(200)).default(ADMIN_PRODUCTS_PER_PAGE),
  cursor: IntegerId.optional(),
})
export type AdminProductPageQuery = z.infer<typeof AdminProductPageQuery>

/** For `counted`, `quantity` is the new stock. */
export const StockAdjustment = z
  .strictObject({
    reason: z.enum(ADJUSTMENT_REASONS, 'Please choose a reason.'),
    quantity: pieces('number of pieces'),
    note: text(PRODUCT_TEXT_LIMITS.note).optional(),
  })
  .refine(({ reason, quantity }) => reason === 'counted' || quantity > 0, {
    path: ['quantity'],
    message: 'Please enter how many pieces.',
  })
export type StockAdjustment = z.infer<typeof StockAdjustment>

export const StockLedgerEntry = z.object({
  id: z.uuid(),
  change: z.int(),
  reason: z.enum(STOCK_REASONS),
  order: z.object({ id: z.uuid(), reference: z.string().nullable() }).nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: z.string(),
})
export type StockLedgerEntry = z.infer<typeof StockLedgerEntry>

export const StockLedgerPageQuery = z.object({
  limit: coerceNumber(z.int().min(1).max(200)).default(ADMIN_PRODUCTS_PER_PAGE),
  cursor: z.uuid().optional(),
})
export type StockLedgerPageQuery = z.infer<typeof StockLedgerPageQuery>

export const ProductTax = z.object({
  hsn: z.string(),
  percent: z.number(),
  isOwn: z.boolean(),
  rates: z.array(
    z.object({ id: z.int(), hsn: z.string(), percent: z.number(), validFrom: z.iso.date(), by: z.string() }),
  ),
})
export type ProductTax = z.infer<typeof ProductTax>
