import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'

/** The name of the constraint that forbids the statement, or 'written' if none does. */
async function forbiddenBy(db: Db, statement: ReturnType<typeof sql>): Promise<string> {
  try {
    await db.transaction((tx) => tx.execute(statement))
    return 'written'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'constraint' in cause) return String(cause.constraint)
    throw error
  }
}

type Columns = Record<string, unknown>

/** An INSERT of plain columns, as somebody at a database prompt would write it. */
function insertInto(table: string, columns: Columns) {
  const names = Object.keys(columns).map((name) => sql.identifier(name))
  const values = Object.values(columns).map((value) => sql`${value}`)
  return sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)}) returning id`
}

let made = 0

const anOrder = (columns: Columns = {}) =>
  insertInto('orders', {
    reference: `ORD_1763000000000_${++made}`,
    content_hash: 'hash',
    customer_name: 'Asha Rao',
    customer_email: 'asha@golconda.example',
    customer_phone: '+919876543210',
    shipping_address: JSON.stringify({ city: 'Hyderabad' }),
    subtotal_paise: 450_00,
    shipping_paise: 150_00,
    total_paise: 600_00,
    ...columns,
  })

const aPayment = (orderId: string, columns: Columns = {}) =>
  insertInto('payments', {
    order_id: orderId,
    provider: 'sandbox',
    client_txn_id: `GC00000${++made}`,
    amount_paise: 600_00,
    expires_at: new Date(Date.now() + 900_000),
    ...columns,
  })

const PAID = () => ({
  ...{ status: 'success', paid_at: new Date(), upi_txn_id: `RRN${++made}` },
  received_paise: 600_00,
})

async function idOf(db: Db, statement: ReturnType<typeof sql>): Promise<string> {
  return onlyRow((await db.execute<{ id: string }>(statement)).rows).id
}

describe('stock', () => {
  it.each([
    ['below zero', sql`update products set stock = -1`, 'products_reserved_within_stock'],
    ['promised below zero', sql`update products set reserved = -1`, 'products_reserved_within_stock'],
    ['promised beyond what is there', sql`update products set reserved = 6`, 'products_reserved_within_stock'],
    ['taken away under a promise', sql`update products set reserved = 3, stock = 2`, 'products_reserved_within_stock'],
    ['warned about below zero', sql`update products set min_stock = -1`, 'products_min_stock_not_negative'],
  ])('cannot be %s', (_, statement, constraint) =>
    inTestTransaction(async (db) => {
      await insertProduct(db, { stock: 5 })
      expect(await forbiddenBy(db, statement)).toBe(constraint)
    }),
  )

  it('can be reserved to the last item', () =>
    inTestTransaction(async (db) => {
      await insertProduct(db, { stock: 5 })
      expect(await forbiddenBy(db, sql`update products set reserved = 5`)).toBe('written')
    }))

  it('is reserved once for an order and product, and never zero', () =>
    inTestTransaction(async (db) => {
      const { id } = await insertProduct(db)
      const hold = (quantity: number) =>
        insertInto('stock_reservations', {
          owner_id: '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a',
          product_id: id,
          quantity,
          expires_at: new Date(),
        })
      expect(await forbiddenBy(db, hold(0))).toBe('stock_reservations_quantity_positive')
      expect(await forbiddenBy(db, hold(2))).toBe('written')
      expect(await forbiddenBy(db, hold(2))).toBe('stock_reservations_owner_product_unique')
    }))

  it('is sold once to an order', () =>
    inTestTransaction(async (db) => {
      const { id } = await insertProduct(db)
      const sell = insertInto('stock_ledger', {
        product_id: id,
        change: -1,
        reason: 'sold',
        owner_id: '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a',
      })
      expect(await forbiddenBy(db, sell)).toBe('written')
      expect(await forbiddenBy(db, sell)).toBe('stock_ledger_sold_once')
      expect(await forbiddenBy(db, insertInto('stock_ledger', { product_id: id, change: 0, reason: 'sold' }))).toBe(
        'stock_ledger_change_not_zero',
      )
    }))
})

describe('a product', () => {
  it.each([0, -100])('cannot cost %d paise', (price) =>
    inTestTransaction(async (db) => {
      await insertProduct(db)
      expect(await forbiddenBy(db, sql`update products set price_paise = ${price}`)).toBe('products_price_positive')
    }),
  )

  it('has a unique SKU and an existing category', () =>
    inTestTransaction(async (db) => {
      const first = await insertProduct(db)
      const second = await insertProduct(db)
      expect(await forbiddenBy(db, sql`update products set sku = ${first.sku} where id = ${second.id}`)).toBe(
        'products_sku_unique',
      )
      expect(await forbiddenBy(db, sql`update products set category_id = 999999`)).toBe(
        'products_category_id_categories_id_fk',
      )
    }))

  it('stays as long as an order names it', () =>
    inTestTransaction(async (db) => {
      const { id } = await insertProduct(db)
      const orderId = await idOf(db, anOrder())
      await db.execute(
        insertInto('order_lines', { order_id: orderId, product_id: id, name: 'Dark', unit_paise: 100, quantity: 1 }),
      )
      expect(await forbiddenBy(db, sql`delete from stock_ledger`)).toBe('stock_ledger_append_only')
      expect(await forbiddenBy(db, sql`delete from products where id = ${id}`)).toBe(
        'order_lines_product_id_products_id_fk',
      )
    }))

  it('shares no category name', () =>
    inTestTransaction(async (db) => {
      await insertCategory(db, 'Truffles')
      expect(await forbiddenBy(db, insertInto('categories', { name: 'Truffles' }))).toBe('categories_name_unique')
    }))
})

describe('an order', () => {
  it.each([
    [
      'discounted beyond its subtotal',
      { discount_paise: 450_00, total_paise: 150_00, promo_code: 'A' },
      'orders_discount_within_subtotal',
    ],
    [
      'made dearer by a discount',
      { discount_paise: -1, total_paise: 600_01, promo_code: 'A' },
      'orders_discount_within_subtotal',
    ],
    ['discounted without a code', { discount_paise: 10_00, total_paise: 590_00 }, 'orders_discount_has_code'],
    ['whose total does not add up', { total_paise: 599_99 }, 'orders_total_adds_up'],
    ['of nothing', { subtotal_paise: 0, total_paise: 150_00 }, 'orders_amounts_positive'],
    ['with negative shipping', { shipping_paise: -1, total_paise: 449_99 }, 'orders_amounts_positive'],
    ['that is worked on before it is paid', { status: 'processing' }, 'orders_work_is_paid'],
    ['that is shipped before it is paid', { status: 'shipped' }, 'orders_work_is_paid'],
  ])('%s cannot be stored', (_, columns, constraint) =>
    inTestTransaction(async (db) => {
      expect(await forbiddenBy(db, anOrder(columns))).toBe(constraint)
    }),
  )

  it('has a unique number', () =>
    inTestTransaction(async (db) => {
      expect(await forbiddenBy(db, anOrder({ reference: 'ORD_1763000000000_same' }))).toBe('written')
      expect(await forbiddenBy(db, anOrder({ reference: 'ORD_1763000000000_same' }))).toBe('orders_reference_unique')
    }))

  it('names a product once, with a price and a quantity', () =>
    inTestTransaction(async (db) => {
      const product = await insertProduct(db)
      const orderId = await idOf(db, anOrder())
      const line = (columns: Columns = {}) =>
        insertInto('order_lines', {
          order_id: orderId,
          product_id: product.id,
          name: product.name,
          unit_paise: 100,
          quantity: 1,
          ...columns,
        })
      expect(await forbiddenBy(db, line({ unit_paise: -1 }))).toBe('order_lines_unit_not_negative')
      expect(await forbiddenBy(db, line({ quantity: 0 }))).toBe('order_lines_quantity_positive')
      expect(await forbiddenBy(db, line())).toBe('written')
      expect(await forbiddenBy(db, line())).toBe('order_lines_order_product_unique')
    }))
})

describe('a payment', () => {
  it('is of a positive amount', () =>
    inTestTransaction(async (db) => {
      const orderId = await idOf(db, anOrder())
      for (const amount_paise of [0, -600_00])
        expect(await forbiddenBy(db, aPayment(orderId, { amount_paise }))).toBe('payments_amount_positive')
    }))

  it('has a unique client transaction id', () =>
    inTestTransaction(async (db) => {
      const [one, other] = [await idOf(db, anOrder()), await idOf(db, anOrder())]
      expect(await forbiddenBy(db, aPayment(one, { client_txn_id: 'GCSAMETXN1' }))).toBe('written')
      expect(await forbiddenBy(db, aPayment(other, { client_txn_id: 'GCSAMETXN1' }))).toBe(
        'payments_client_txn_id_unique',
      )
    }))

  it('succeeds once for an order', () =>
    inTestTransaction(async (db) => {
      const orderId = await idOf(db, anOrder())
      expect(await forbiddenBy(db, aPayment(orderId, PAID()))).toBe('written')
      expect(await forbiddenBy(db, aPayment(orderId, PAID()))).toBe('payments_one_success_per_order')
      expect(await forbiddenBy(db, aPayment(orderId, { ...PAID(), status: 'refunded' }))).toBe(
        'payments_one_success_per_order',
      )
    }))

  it('is the only open one of its order', () =>
    inTestTransaction(async (db) => {
      const orderId = await idOf(db, anOrder())
      expect(await forbiddenBy(db, aPayment(orderId))).toBe('written')
      expect(await forbiddenBy(db, aPayment(orderId))).toBe('payments_one_open_per_order')
    }))

  it('is not a success without the time and the reference of the bank', () =>
    inTestTransaction(async (db) => {
      const orderId = await idOf(db, anOrder())
      for (const missing of [{ paid_at: null }, { upi_txn_id: null }])
        expect(await forbiddenBy(db, aPayment(orderId, { ...PAID(), ...missing }))).toBe(
          'payments_success_has_evidence',
        )
    }))

  it('cannot use the same capture twice', () =>
    inTestTransaction(async (db) => {
      const [one, other] = [await idOf(db, anOrder()), await idOf(db, anOrder())]
      const money = PAID()
      expect(await forbiddenBy(db, aPayment(one, money))).toBe('written')
      expect(await forbiddenBy(db, aPayment(other, money))).toBe('payments_upi_txn_unique')
    }))

  it('stores an event of its gateway once', () =>
    inTestTransaction(async (db) => {
      const event = insertInto('payment_events', {
        provider: 'sandbox',
        event_id: 'evt_1',
        source: 'webhook',
        raw: '{}',
        result: 'applied',
      })
      expect(await forbiddenBy(db, event)).toBe('written')
      expect(await forbiddenBy(db, event)).toBe('payment_events_event_unique')
    }))

  it('is never refunded zero', () =>
    inTestTransaction(async (db) => {
      const orderId = await idOf(db, anOrder())
      const paymentId = await idOf(db, aPayment(orderId))
      const refund = (amount_paise: number) =>
        insertInto('refunds', {
          payment_id: paymentId,
          order_id: orderId,
          provider: 'sandbox',
          upi_txn_id: 'RRN-late',
          amount_paise,
          reason: 'duplicate-payment',
        })
      expect(await forbiddenBy(db, refund(0))).toBe('refunds_amount_positive')
      expect(await forbiddenBy(db, refund(600_00))).toBe('written')
    }))
})

describe('an account', () => {
  it('has a unique e-mail in lower case', () =>
    inTestTransaction(async (db) => {
      expect(await forbiddenBy(db, insertInto('users', { email: 'Asha@golconda.example' }))).toBe('users_email_lower')
      expect(await forbiddenBy(db, insertInto('users', { email: 'asha@golconda.example' }))).toBe('written')
      expect(await forbiddenBy(db, insertInto('users', { email: 'asha@golconda.example' }))).toBe('users_email_unique')
    }))

  it('keeps its orders and loses its sessions when it is deleted', () =>
    inTestTransaction(async (db) => {
      const userId = await idOf(db, insertInto('users', { email: 'asha@golconda.example' }))
      const orderId = await idOf(db, anOrder({ user_id: userId }))
      await db.execute(
        sql`insert into sessions (token_hash, user_id, kind, expires_at) values ('hash', ${userId}, 'customer', now())`,
      )
      await db.execute(sql`delete from users where id = ${userId}`)
      expect((await db.execute(sql`select 1 from sessions`)).rows).toEqual([])
      expect((await db.execute(sql`select user_id from orders where id = ${orderId}`)).rows).toEqual([
        { user_id: null },
      ])
    }))
})

it('a message is stored once for its cause', () =>
  inTestTransaction(async (db) => {
    const message = insertInto('outbox', {
      channel: 'email',
      to: 'asha@golconda.example',
      subject: 'Your order',
      text: 'Thank you.',
      idempotency_key: 'order-paid:1',
    })
    expect(await forbiddenBy(db, message)).toBe('written')
    expect(await forbiddenBy(db, message)).toBe('outbox_idempotency_key_unique')
  }))

describe('a promotion', () => {
  const promotion = (columns: Columns) =>
    insertInto('promotions', { code: `CODE${++made}`, percent: 10, min_subtotal_paise: 0, ...columns })

  it.each([
    ['without a discount', { percent: null }, 'promotions_percent_or_amount'],
    ['with two discounts', { amount_paise: 100, min_subtotal_paise: 500 }, 'promotions_percent_or_amount'],
    ['in small letters', { code: 'welcome' }, 'promotions_code_in_capitals'],
    ['that gives everything away', { percent: 91 }, 'promotions_leave_something_to_pay'],
    [
      'that takes off as much as its minimum',
      { percent: null, amount_paise: 200_00, min_subtotal_paise: 200_00 },
      'promotions_leave_something_to_pay',
    ],
    ['of nothing', { percent: 0 }, 'promotions_amounts_positive'],
    ['that ends before it begins', { starts_at: new Date(2), ends_at: new Date(1) }, 'promotions_end_after_start'],
    ['used more often than it may', { max_uses: 1, used: 2 }, 'promotions_within_max_uses'],
    ['used less than never', { used: -1 }, 'promotions_within_max_uses'],
  ])('cannot be one %s', (_, columns, constraint) =>
    inTestTransaction(async (db) => {
      expect(await forbiddenBy(db, promotion(columns))).toBe(constraint)
    }),
  )

  it.each([
    ['for ever and as often as people like', {}],
    ['of a fixed amount', { percent: null, amount_paise: 200_00, min_subtotal_paise: 1500_00, max_uses: 5, used: 5 }],
  ])('can be one %s', (_, columns) =>
    inTestTransaction(async (db) => {
      expect(await forbiddenBy(db, promotion(columns))).toBe('written')
    }),
  )
})
