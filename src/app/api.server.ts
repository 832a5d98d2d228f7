import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { accountApi } from '#src/features/account/account.api.server.ts'
import { adminApi } from '#src/features/admin/admin.api.server.ts'
import { outboxApi } from '#src/features/admin/outbox.api.server.ts'
import { cartApi } from '#src/features/cart/cart.api.server.ts'
import { catalogApi } from '#src/features/catalog/catalog.api.server.ts'
import { makerProductsApi } from '#src/features/catalog/maker-products.api.server.ts'
import { picturesApi } from '#src/features/catalog/pictures.api.server.ts'
import { productSheetApi } from '#src/features/catalog/product-sheet.api.server.ts'
import { contactApi } from '#src/features/contact/contact.api.server.ts'
import { inboxApi } from '#src/features/contact/inbox.api.server.ts'
import { customOrdersApi } from '#src/features/custom-orders/custom-orders.api.server.ts'
import { endCancelledQuote } from '#src/features/custom-orders/quoted-orders.server.ts'
import { documentsOfOrder } from '#src/features/invoices/document-reading.server.ts'
import { invoicesApi } from '#src/features/invoices/invoices.api.server.ts'
import { smsWayOf } from '#src/features/notifications/delivery.server.ts'
import { demoMailboxApi } from '#src/features/notifications/notifications.api.server.ts'
import { referencesOfOrders } from '#src/features/orders/order-references.server.ts'
import type { OnOrderCancelled } from '#src/features/orders/order-status.server.ts'
import { ordersApi } from '#src/features/orders/orders.api.server.ts'
import { makerPaymentsApi } from '#src/features/payments/maker-payments.api.server.ts'
import { onOrderCancelled } from '#src/features/payments/order-cancellation.server.ts'
import { paymentOfOrder } from '#src/features/payments/order-payment.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { sandboxBankApi } from '#src/features/payments/sandbox-bank.api.server.ts'
import { makerPromotionsApi } from '#src/features/promotions/maker-promotions.api.server.ts'
import { moderationApi } from '#src/features/reviews/moderation.api.server.ts'
import { reviewsApi } from '#src/features/reviews/reviews.api.server.ts'
import { savedApi } from '#src/features/saved/saved.api.server.ts'
import { openingApi } from '#src/features/settings/opening.api.server.ts'
import { policiesApi } from '#src/features/settings/policies.api.server.ts'
import { settingsApi } from '#src/features/settings/settings.api.server.ts'
import { storiesApi } from '#src/features/stories/stories.api.server.ts'
import { makerBatchesApi } from '#src/features/traceability/maker-batches.api.server.ts'
import { traceabilityApi } from '#src/features/traceability/traceability.api.server.ts'
import { answerUnknownCall, apiRouter } from '#src/platform/api-router.server.ts'
import { answerError } from '#src/platform/http-errors.server.ts'
import { openShelf } from '#src/platform/picture-shelf.server.ts'
import { refuseNulInAddress } from '#src/platform/readable-address.server.ts'
import { refuseUnkeepable } from '#src/platform/readable-body.server.ts'
import { noteRoute } from '#src/platform/request-scope.server.ts'
import { sameOriginOnly } from '#src/platform/same-origin.server.ts'
import { secured } from '#src/platform/security-headers.server.ts'
import { hasNoBody, knownBodiesOnly, smallBodies, TAKES_FILES } from './bodies.server.ts'
import { withinBudget } from './budgets.server.ts'
import { cspReportApi } from './csp-report.api.server.ts'
import { descriptionApi } from './description.api.server.ts'
import { eraseWhatRemains } from './erasure.server.ts'
import { myDataApi } from './my-data.api.server.ts'
import { processorsApi } from './processors.api.server.ts'
import { isPublicRead } from './public-reads.ts'
import { shopApi } from './shop.api.server.ts'
import type { Shop } from './shop.server.ts'

/** For the log and the figures: which route takes a call, before anything on its way can refuse it. */
const noteOwnRoute = createMiddleware((c, next) => {
  const route = matchedRoutes(c).findLast(({ method, path }) => method === c.req.method && !path.endsWith('*'))
  noteRoute(route?.path ?? '/api')
  return next()
})

/** The table of calls. */
export function createApi({
  env,
  database: { db },
  secret,
  till,
  sandbox,
  closing,
}: Omit<Shop, 'changesHeard' | 'kept' | 'opening' | 'space' | 'clock'>) {
  const api = apiRouter().basePath('/api')
  api.use(noteOwnRoute)
  api.onError(answerError)
  api.notFound((c) => answerUnknownCall(api, c))
  api.use(secured({ https: env.https, mayBeKept: isPublicRead }))
  api.use(withinBudget)
  // The address that shoppers see is the only one of a live shop; a demo is tried out under any. What browsers report comes
  // without a person, and from pages that may have no origin.
  api.use(except('/api/csp-report', sameOriginOnly(env.SHOP_MODE === 'live' ? env.PUBLIC_URL : undefined)))
  api.use(refuseNulInAddress)
  api.use(except(TAKES_FILES, knownBodiesOnly, except(hasNoBody, smallBodies), refuseUnkeepable))
  api.route('/', shopApi({ mode: env.SHOP_MODE, publicUrl: env.PUBLIC_URL }))
  api.route('/', processorsApi(env))
  api.route('/', cspReportApi({ db }))
  api.route('/', accountApi({ db, env, secret, onDelete: eraseWhatRemains }))
  api.route('/', myDataApi({ db }))
  api.route('/', settingsApi({ db, smsWay: smsWayOf(env) }))
  api.route('/', policiesApi({ db }))
  api.route('/', openingApi({ db, mode: env.SHOP_MODE }))
  api.route('/', catalogApi({ db }))
  api.route('/', productSheetApi({ db }))
  api.route('/', makerProductsApi({ db, referencesOf: referencesOfOrders }))
  api.route('/', picturesApi({ db, shelf: openShelf(env) }))
  api.route('/', savedApi({ db }))
  api.route('/', makerPromotionsApi({ db }))
  api.route('/', cartApi({ db }))
  api.route(
    '/',
    ordersApi({ db, onCancelled: endWhatHangsOnOrder, paymentOf: paymentOfOrder, documentsOf: documentsOfOrder }),
  )
  api.route('/', invoicesApi({ db }))
  api.route('/', paymentsApi(till))
  api.route('/', makerPaymentsApi(till))
  api.route('/', storiesApi({ db, secret, secure: env.https }))
  api.route('/', traceabilityApi({ db }))
  api.route('/', makerBatchesApi({ db, publicUrl: env.PUBLIC_URL }))
  api.route('/', contactApi({ db, makerEmail: env.ADMIN_EMAIL }))
  api.route('/', inboxApi({ db }))
  api.route(
    '/',
    customOrdersApi({ till, makerEmail: env.ADMIN_EMAIL, publicUrl: env.PUBLIC_URL, smsWay: smsWayOf(env) }),
  )
  api.route('/', reviewsApi({ db }))
  api.route('/', moderationApi({ db, publicUrl: env.PUBLIC_URL }))
  api.route('/', adminApi({ db, closing: closing.signal }))
  api.route('/', outboxApi({ db }))
  if (env.SHOP_MODE === 'demo') {
    api.route('/', demoMailboxApi({ db }))
    api.route(
      '/',
      sandboxBankApi({ sandbox, deliver: async (path, webhook) => api.request(path, { method: 'POST', ...webhook }) }),
    )
  }
  api.route('/', descriptionApi({ api, db, publicUrl: env.PUBLIC_URL }))
  return api
}

/** An order that is cancelled ends its payment, and what was quoted for it. */
const endWhatHangsOnOrder: OnOrderCancelled = async (tx, orderId, by) => {
  await onOrderCancelled(tx, orderId)
  await endCancelledQuote(tx, orderId, by)
}
