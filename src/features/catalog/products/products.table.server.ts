import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { DEFAULT_MAX_PER_ORDER, MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { STOCK_REASONS } from '#src/features/catalog/stock/stock-reasons.ts'

export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique('categories_name_unique'),
  description: text().notNull().default(''),
  imageUrl: text('image_url'),
  /** The order in lists; ties are sorted by id. */
  position: integer().notNull().default(0),
  /** Hidden categories are in no list for customers; their products stay for sale. */
  hiddenAt: timestamptz('hidden_at'),
})

personalData(categories, { keep: { 'about the catalog': ['name', 'description', 'imageUrl'] } })

export const productFamilies = pgTable(
  'product_families',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
  },
  (table) => [uniqueIndex('product_families_name_unique').on(sql`lower(${table.name})`)],
)

personalData(productFamilies, { keep: { 'about the catalog': ['name'] } })

export const products = pgTable(
  'products',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull(),
    pricePaise: integer('price_paise').notNull(),
    stock: integer().notNull(),
    /** Sum of this product's rows in stock_reservations. */
    reserved: integer().notNull().default(0),
    minStock: integer('min_stock').notNull(),
    meltClass: text('melt_class', { enum: MELT_CLASSES }).notNull().default('bar'),
    maxPerOrder: integer('max_per_order').notNull().default(DEFAULT_MAX_PER_ORDER),
    sku: text().notNull().unique('products_sku_unique'),
    imageUrl: text('image_url'),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    familyId: integer('family_id').references(() => productFamilies.id),
    /** Names the size within the family, for example "55 g"; the product's name ends with it. */
    sizeLabel: text('size_label'),
    sizePosition: integer('size_position').notNull().default(0),
    /** Archived products stay because orders refer to them. */
    archivedAt: timestamptz('archived_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Customers search after the first separator, admins before the last. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`normalize_text(sku || chr(1) || name || chr(1) || description)`,
    ),
  },
  (table) => [
    check('products_price_positive', sql`${table.pricePaise} > 0`),
    check('products_stock_not_negative', sql`${table.stock} >= 0`),
    check('products_reserved_within_stock', sql`${table.reserved} >= 0 and ${table.reserved} <= ${table.stock}`),
    check('products_min_stock_not_negative', sql`${table.minStock} >= 0`),
    check('products_max_per_order', sql`${table.maxPerOrder} between 1 and ${sql.raw(String(MAX_LINE_QUANTITY))}`),
    check('products_size_with_family', sql`(${table.familyId} is null) = (${table.sizeLabel} is null)`),
    uniqueIndex('products_size_unique')
      .on(table.familyId, sql`lower(${table.sizeLabel})`)
      .where(sql`${table.familyId} is not null`),
    index('products_category').on(table.categoryId),
    // Counts the products for sale, and their families, without reading them.
    index('products_archived').on(table.archivedAt, table.familyId),
    index('products_by_name').on(sql`lower(${table.name})`, table.id),
    index('products_search_text').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    // These sort orders serve frequent search words. None for stock, which changes with every order.
    index('products_by_price').on(table.pricePaise, sql`lower(${table.name})`, table.id),
    index('products_by_price_down').on(sql`(-${table.pricePaise})`, sql`lower(${table.name})`, table.id),
  ],
)

personalData(products, {
  keep: { 'about the catalog': ['name', 'description', 'sku', 'imageUrl', 'sizeLabel'] },
})

/** The facts of the food label. A table of its own, because a product's row changes with every sale. */
export const productFacts = pgTable(
  'product_facts',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    facts: jsonb().$type<FoodFacts>().notNull(),
  },
  (table) => [check('product_facts_object', sql`jsonb_typeof(${table.facts}) = 'object'`)],
)

personalData(productFacts, { keep: { 'about the catalog': ['facts'] } })

/** A product with several pictures; the first is also `products.image_url`. */
export const productPictures = pgTable(
  'product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    url: text().notNull(),
    alt: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    check('product_pictures_position', sql`${table.position} between 1 and 8`),
  ],
)

personalData(productPictures, { keep: { 'about the catalog': ['url', 'alt'] } })

/** Pieces reserved for an unpaid order. Deleting the row releases them, so that happens once. */
export const stockReservations = pgTable(
  'stock_reservations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The order; no foreign key, because the catalog does not know orders. */
    ownerId: uuid('owner_id').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    unitPaise: integer('unit_paise').notNull().default(0),
    /** The customer and networks, for the limits on unpaid orders. Known customers have a packed order. */
    accountId: uuid('account_id'),
    isKnown: boolean('is_known').notNull().default(false),
    nearNetwork: text('near_network'),
    wideNetwork: text('wide_network'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('stock_reservations_owner_product_unique').on(table.ownerId, table.productId),
    index('stock_reservations_expiry').on(table.expiresAt),
    check('stock_reservations_quantity_positive', sql`${table.quantity} > 0`),
  ],
)

personalData(stockReservations, { erase: ['nearNetwork', 'wideNetwork'] })

/** Whether a product was low in stock when the job last looked: an alert is about a change. */
export const stockLevels = pgTable('stock_levels', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  isLow: boolean('is_low').notNull(),
})

/** Append-only ledger: the sum of a product's rows is its stock. Rows go only with their product. */
export const stockLedger = pgTable(
  'stock_ledger',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    change: integer().notNull(),
    reason: text({ enum: STOCK_REASONS }).notNull(),
    ownerId: uuid('owner_id'),
    actorEmail: text('actor_email'),
    note: text(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('stock_ledger_product').on(table.productId, table.createdAt, table.id),
    index('stock_ledger_sales')
      .on(table.createdAt, table.productId, table.change)
      .where(sql`${table.reason} in ('sold', 'returned')`),
    unique('stock_ledger_sold_once').on(table.ownerId, table.productId, table.reason),
    check('stock_ledger_change_not_zero', sql`${table.change} <> 0`),
  ],
)

personalData(stockLedger, { keep: { 'what an admin did': ['actorEmail', 'note'] } })
appendOnly(stockLedger, { deletedWithParent: true })

/** Append-only: of two rows for one day the later counts; without any, the shop's default rate applies. */
export const productTaxRates = pgTable(
  'product_tax_rates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    hsn: text().notNull(),
    rateBasisPoints: integer('rate_basis_points').notNull(),
    validFrom: date('valid_from').notNull(),
    actorEmail: text('actor_email').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('product_tax_rates_product').on(table.productId, table.validFrom, table.id),
    check('product_tax_rates_hsn', sql`${table.hsn} ~ '^[0-9]{4}([0-9]{2}){0,2}$'`),
    check('product_tax_rates_rate', sql`${table.rateBasisPoints} between 0 and 4000`),
  ],
)

personalData(productTaxRates, { keep: { 'about the catalog': ['hsn'], 'what an admin did': ['actorEmail'] } })
appendOnly(productTaxRates, { deletedWithParent: true })

export const SHELF_LIFE_DAYS = sql<number | null>`(${productFacts.facts}->>'shelfLifeDays')::int`
