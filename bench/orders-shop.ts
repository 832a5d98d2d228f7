import { createApi } from '#src/app/api.server.ts'
import { runningShop } from '#src/app/shop.server.ts'
import { aProduct } from '../tests/makers/catalog.ts'
import { aCheckout, aShopper } from '../tests/makers/payments.ts'
import { watchAll } from './statements-again.ts'

/** What bench/orders.ts bundles. The listener is a part of it, because the driver is. */
export const parts = { createApi, runningShop, aProduct, aCheckout, aShopper, watchAll }
