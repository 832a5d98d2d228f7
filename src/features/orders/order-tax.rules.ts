/** The arithmetic itself lies in the core, because the cart shows by it what an order will be taxed by. */
export { type OrderTax, type TaxableLine, type TaxedLine, type TaxedShipping, taxOfOrder } from '#src/core/order-tax.ts'
