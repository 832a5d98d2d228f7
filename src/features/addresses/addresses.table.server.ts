import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'

/** The address book of a customer. Orders have copies, which never change with it. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The customer's own word for it: Home. */
    label: text().notNull().default(''),
    phone: text().notNull(),
    shippingAddress: jsonb('shipping_address').$type<ShippingAddress>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    /** Saved with a gift, and not used for an own order since. */
    isRecipient: boolean('is_recipient').notNull().default(false),
    /** Null until an order goes there. */
    usedAt: timestamptz('used_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('addresses_user').on(table.userId, table.usedAt),
    uniqueIndex('addresses_one_default').on(table.userId).where(sql`${table.isDefault}`),
  ],
)

personalData(addresses, { erase: ['label', 'phone', 'shippingAddress'] })
