import { createApi } from '#src/app/api.server.ts'
import { getAppContext } from '#src/app/context.server.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer } from '#tests/factories/payments/payments.ts'
import { recordAllQueries } from '../database/replay-queries.ts'

/** What bench/orders.ts bundles. The listener is a part of it, because the driver is. */
export const bundledShop = {
  createApi,
  runningShop: getAppContext,
  aProduct: insertProduct,
  aCheckout: createCheckout,
  createCustomer: createCustomer,
  watchAll: recordAllQueries,
}
