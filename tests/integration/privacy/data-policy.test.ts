import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import * as schema from '#src/app/schema.server.ts'
import { appendOnlyOf, personalDataOf } from '#src/db/columns.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createCustomerWithHistory } from '#tests/factories/customer-with-history.ts'
import { createOrder } from '#tests/factories/orders.ts'

const TABLES = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable))

type Text = { table: string; column: string; isJson: boolean }

const erasedTexts = (): Text[] =>
  TABLES.flatMap((table) =>
    (personalDataOf(table)?.erase ?? []).map((name) => {
      const column = getTableColumns(table)[name]
      if (!column) throw new Error(`${getTableName(table)} has no ${name}`)
      return { table: getTableName(table), column: column.name, isJson: column.columnType === 'PgJsonb' }
    }),
  )

const nameOf = ({ table, column }: Text) => `${table}.${column}`
const identifiers = ({ table, column }: Text) => [sql.identifier(table), sql.identifier(column)] as const
/** The admin of the test keeps their account. */
const isOfOthers = (table: unknown, { id }: { id: string }) => sql`${table}::text not like ${`%${id}%`}`
const isFilled = (column: unknown) => sql`${column}::text not in ('', '{}', '[]')`

/** Fills a column in rows that say nothing yet, past the triggers of append-only tables. */
async function fill(db: Db, text: Text, admin: { id: string }): Promise<void> {
  const [table, column] = identifiers(text)
  const token = `token of ${nameOf(text)}`
  const value = text.isJson ? sql`${JSON.stringify({ token })}::jsonb` : sql`${token}`
  await db.execute(sql`alter table ${table} disable trigger user`)
  await db.execute(
    sql`update ${table} set ${column} = ${value} where ${isOfOthers(table, admin)} and not coalesce(${isFilled(column)}, false)`,
  )
  await db.execute(sql`alter table ${table} enable trigger user`)
}

async function valuesOf(db: Db, text: Text, admin: { id: string }): Promise<string[]> {
  const [table, column] = identifiers(text)
  const { rows } = await db.execute<{ value: string }>(
    sql`select distinct ${column}::text as value from ${table} where ${isOfOthers(table, admin)} and ${isFilled(column)}`,
  )
  return rows.map(({ value }) => value)
}

describe('personal data', () => {
  it('is declared for every table with free text', () => {
    const isFreeText = (column: { columnType: string; enumValues: string[] | undefined; generated?: object }) =>
      column.generated === undefined &&
      (column.columnType === 'PgJsonb' || (column.columnType === 'PgText' && !column.enumValues?.length))
    const undeclared = TABLES.filter((table) => Object.values(getTableColumns(table)).some(isFreeText))
      .filter((table) => !personalDataOf(table))
      .map(getTableName)
    expect(undeclared).toEqual([])
  })

  it('is erased from every column that says so', { timeout: 120_000 }, async () => {
    const { db } = await testDatabase()
    const { person, admin, onItsWay, context, product } = await createCustomerWithHistory(db)
    const unpaid = await createOrder(context, { customer: person, product, paid: false })
    const before = new Map<string, string[]>()
    for (const text of erasedTexts()) {
      if ((await valuesOf(db, text, admin)).length === 0) await fill(db, text, admin)
      before.set(nameOf(text), await valuesOf(db, text, admin))
    }
    // A column without a value would prove nothing.
    expect([...before].filter(([, values]) => values.length === 0).map(([name]) => name)).toEqual([])

    await deleteAccount(db, { user: person, onDelete: eraseCustomerData })
    await setOrderStatus(db, { orderId: onItsWay.id, status: 'completed', by: admin }, ORDER_EVENTS)
    await setOrderStatus(db, { orderId: unpaid.id, status: 'cancelled', by: admin }, ORDER_EVENTS)
    await enforceRetention(db, { now: new Date(), publicUrl: 'http://localhost:3000' })
    const remaining: string[] = []
    for (const text of erasedTexts()) {
      const values = new Set(await valuesOf(db, text, admin))
      remaining.push(
        ...(before.get(nameOf(text)) ?? []).filter((value) => values.has(value)).map((v) => `${nameOf(text)}: ${v}`),
      )
    }
    expect(remaining).toEqual([])
  })
})

describe('append-only tables', () => {
  type Trigger = { name: string; refusesDelete: boolean; definition: string; source: string }

  /** A trigger names the columns that it lets erasure empty: as arguments, or in its own function. */
  const erasableOf = ({ definition, source }: Trigger, table: PgTable) => {
    const [, args = ''] = /EXECUTE FUNCTION refuse_append_only_change\((.*)\)/.exec(definition) ?? []
    const [, listed = ''] = /ARRAY\[(.*?)\]/.exec(source) ?? []
    const generated = Object.values(getTableColumns(table)).filter((column) => column.generated !== undefined)
    return [...`${args},${listed}`.matchAll(/'(\w+)'/g)]
      .map(([, column]) => column)
      .filter((column) => !generated.some(({ name }) => name === column))
  }

  it('are those that a trigger protects, with the columns that their files declare', async () => {
    const { db } = await testDatabase()
    const { rows } = await db.execute<Trigger>(sql`
      select tgrelid::regclass::text as name, tgtype & 8 <> 0 as "refusesDelete", prosrc as source,
        pg_get_triggerdef(t.oid) as definition
      from pg_trigger t join pg_proc p on p.oid = tgfoid where tgname like '%_append_only'`)
    const triggers = new Map(rows.map((row) => [row.name, row]))
    const protectedTables = TABLES.flatMap((table) => {
      const trigger = triggers.get(getTableName(table))
      return trigger
        ? [[getTableName(table), { erasable: erasableOf(trigger, table), deletedWithParent: !trigger.refusesDelete }]]
        : []
    })
    const declared = TABLES.flatMap((table) => {
      const policy = appendOnlyOf(table)
      return policy ? [[getTableName(table), policy]] : []
    })
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(protectedTables))
    expect(declared).toHaveLength(rows.length)
  })

  /** Columns with a value that an update can change although the table is append-only. */
  async function changeableColumns(db: Db, table: PgTable, erasable: readonly string[]): Promise<string[]> {
    const changeable: string[] = []
    for (const { name, generated, generatedIdentity } of Object.values(getTableColumns(table))) {
      const column = sql.identifier(name)
      if (generated || generatedIdentity || erasable.includes(name)) continue
      if ((await db.$count(table, sql`${column} is not null`)) === 0) continue
      const update = db.execute(sql`update ${table} set ${column} = null where ${column} is not null`)
      const refusal: unknown = await update.then(
        () => null,
        ({ cause }) => cause.constraint,
      )
      if (refusal !== `${getTableName(table)}_append_only`) changeable.push(`${getTableName(table)}.${name}`)
    }
    return changeable
  }

  it('refuse to change every other column', { timeout: 120_000 }, async () => {
    const { db } = await testDatabase()
    await createCustomerWithHistory(db)
    for (const table of TABLES) {
      const policy = appendOnlyOf(table)
      expect(policy ? await changeableColumns(db, table, policy.erasable) : []).toEqual([])
    }
  })
})
