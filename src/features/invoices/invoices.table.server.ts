import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { type CreditLine, INVOICE_KINDS, type InvoiceLine, type Recipient, type Supplier } from './invoice-types.ts'

/** The last number of a series and financial year, locked until the new document is committed. */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    series: text().notNull(),
    financialYear: text('financial_year').notNull(),
    last: integer().notNull(),
    lastIssuedAt: timestamptz('last_issued_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series, table.financialYear] }),
    check('invoice_counters_from_one', sql`${table.last} >= 1`),
  ],
)

personalData(invoiceCounters, { keep: { 'a tax record': ['series', 'financialYear'] } })

/** At most 16 letters, digits, hyphens and slashes (CGST rule 46 b): KC/26-27/000123. */
const numberOf = sql`series || '/' || financial_year || '/' || lpad(serial::text, greatest(6, length(serial::text)), '0')`

/** `previous` points at the document before it, so the database refuses a gap. */
const numbered = () => ({
  id: uuid().primaryKey().defaultRandom(),
  series: text().notNull(),
  financialYear: text('financial_year').notNull(),
  serial: integer().notNull(),
  previous: integer().generatedAlwaysAs(sql`nullif(serial - 1, 0)`),
  number: text().notNull().generatedAlwaysAs(numberOf),
  issuedAt: timestamptz('issued_at').notNull(),
})

const amounts = () => ({
  taxablePaise: integer('taxable_paise').notNull(),
  cgstPaise: integer('cgst_paise').notNull(),
  sgstPaise: integer('sgst_paise').notNull(),
  igstPaise: integer('igst_paise').notNull(),
  totalPaise: integer('total_paise').notNull(),
})

type Document = Record<keyof ReturnType<typeof numbered> | keyof ReturnType<typeof amounts>, AnyPgColumn>

/** The Indian financial year begins on 1 April; there is no daylight saving. */
const financialYearOf = (issuedAt: AnyPgColumn) => {
  const shifted = (months: string) =>
    sql`(${issuedAt} at time zone interval '5:30') + interval '${sql.raw(months)} months'`
  return sql`to_char(${shifted('-3')}, 'YY') || '-' || to_char(${shifted('9')}, 'YY')`
}

/** Numbers without a gap, amounts that add up. */
function documentRules(table: string, columns: Document) {
  const { series, serial, previous, number, financialYear, issuedAt } = columns
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = columns
  const rule = (name: string, condition: SQL) => check(`${table}_${name}`, condition)
  return [
    unique(`${table}_number_unique`).on(number),
    unique(`${table}_serial_unique`).on(series, financialYear, serial),
    foreignKey({
      name: `${table}_follow_the_last_one`,
      columns: [series, financialYear, previous],
      foreignColumns: [series, financialYear, serial],
    }),
    rule('serial_from_one', sql`${serial} >= 1`),
    rule('number_is_lawful', sql`${number} ~ '^[A-Za-z0-9/-]{1,16}$'`),
    rule('in_their_financial_year', sql`${financialYear} = ${financialYearOf(issuedAt)}`),
    rule('amounts_add_up', sql`${totalPaise} = ${taxablePaise} + ${cgstPaise} + ${sgstPaise} + ${igstPaise}`),
    rule(
      'amounts_not_negative',
      sql`${totalPaise} > 0 and least(${taxablePaise}, ${cgstPaise}, ${sgstPaise}, ${igstPaise}) >= 0`,
    ),
    rule('within_one_state_or_between_two', sql`${igstPaise} = 0 or ${cgstPaise} + ${sgstPaise} = 0`),
  ]
}

export const invoices = pgTable(
  'invoices',
  {
    ...numbered(),
    orderId: uuid('order_id')
      .notNull()
      .unique('invoices_one_per_order')
      .references(() => orders.id),
    kind: text({ enum: INVOICE_KINDS }).notNull(),
    orderReference: text('order_reference').notNull(),
    orderedAt: timestamptz('ordered_at').notNull(),
    paidAt: timestamptz('paid_at').notNull(),
    supplier: jsonb().$type<Supplier>().notNull(),
    recipient: jsonb().$type<Recipient>().notNull(),
    supply: text({ enum: ['intra', 'inter'] }).notNull(),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    ...amounts(),
  },
  (table) => [
    index('invoices_newest').on(table.issuedAt, table.id),
    check(
      'invoices_only_tax_invoices_bear_tax',
      sql`${table.kind} = 'tax-invoice' or ${table.totalPaise} = ${table.taxablePaise}`,
    ),
    check(
      'invoices_tax_follows_supply',
      sql`case ${table.supply} when 'intra' then ${table.igstPaise} else ${table.cgstPaise} end = 0`,
    ),
    check('invoices_halves_are_equal', sql`${table.cgstPaise} = ${table.sgstPaise}`),
    ...documentRules('invoices', table),
  ],
)

personalData(invoices, {
  keep: {
    'a tax record': ['series', 'financialYear', 'orderReference', 'supplier', 'lines'],
    'a tax record; the buyer is erased after 72 months': ['recipient'],
  },
})
appendOnly(invoices, { erasable: ['recipient'] })

/** One credit note per completed refund; the trigger credit_notes_within_invoice keeps their sum within the invoice. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    ...numbered(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    /** No foreign key: payments depend on invoices, not the reverse. */
    refundId: uuid('refund_id').notNull().unique('credit_notes_one_per_refund'),
    lines: jsonb().$type<CreditLine[]>().notNull(),
    ...amounts(),
  },
  (table) => [
    index('credit_notes_invoice').on(table.invoiceId, table.issuedAt),
    index('credit_notes_newest').on(table.issuedAt, table.id),
    // A line with a single credited paisa of tax has one half ahead until the next note.
    check(
      'credit_notes_halves_are_nearly_equal',
      sql`abs(${table.cgstPaise} - ${table.sgstPaise}) <= jsonb_array_length(${table.lines})`,
    ),
    ...documentRules('credit_notes', table),
  ],
)

personalData(creditNotes, { keep: { 'a tax record': ['series', 'financialYear', 'lines'] } })
appendOnly(creditNotes)
