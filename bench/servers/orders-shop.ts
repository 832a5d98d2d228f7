import { createApi } from '#src/app/api.server.ts'
import { getAppContext } from '#src/app/context.server.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer } from '#tests/factories/payments/payments.ts'
import { recordAllQueries } from '../database/replay-queries.ts'

/** The bundle of bench/orders.ts. It includes the query recorder, because it includes the driver. */
export const bundledShop = {
  createApi,
  runningShop: getAppContext,
  aProduct: insertProduct,
  aCheckout: createCheckout,
  createCustomer: createCustomer,
  watchAll: recordAllQueries,
}
