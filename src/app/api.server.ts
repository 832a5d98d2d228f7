import { messageGalleryApi } from '#src/app/message-gallery/message-gallery.api.server.ts'
import { openApiRoutes } from '#src/app/openapi/openapi.api.server.ts'
import { isQueryOfOurPages } from '#src/app/pages/shared-calls.server.ts'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { myDataApi } from '#src/app/personal-data/my-data.api.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Reader, readDirectly } from '#src/db/servers/read-replica.server.ts'
import { addressesApi } from '#src/features/addresses/addresses.api.server.ts'
import { adminApi } from '#src/features/admin/admin.api.server.ts'
import { outboxApi } from '#src/features/admin/outbox.api.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { cartQuoteApi } from '#src/features/cart/quote/cart-quote.api.server.ts'
import { unwatchAllPrices } from '#src/features/cart/saved-items/price-watch.server.ts'
import { savedItemsApi } from '#src/features/cart/saved-items/saved-items.api.server.ts'
import { adminProductsApi } from '#src/features/catalog/admin/admin-products.api.server.ts'
import { categoriesApi } from '#src/features/catalog/categories/categories.api.server.ts'
import { adminSizesApi } from '#src/features/catalog/families/admin-sizes.api.server.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { imageUploadApi } from '#src/features/catalog/images/image-upload.api.server.ts'
import { productCsvApi } from '#src/features/catalog/import/product-csv.api.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import type { SearchIndex } from '#src/features/catalog/search/search-index.server.ts'
import { stopWaitlistMails } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { waitlistApi } from '#src/features/catalog/waitlist/waitlist.api.server.ts'
import { moderationApi } from '#src/features/community/moderation/moderation.api.server.ts'
import { reviewsApi } from '#src/features/community/reviews/reviews.api.server.ts'
import { storiesApi } from '#src/features/community/stories/stories.api.server.ts'
import { inboxApi } from '#src/features/contact/admin/inbox.api.server.ts'
import { contactApi } from '#src/features/contact/public/contact.api.server.ts'
import { createCouriers } from '#src/features/couriers/create-couriers.server.ts'
import { customOrdersApi } from '#src/features/custom-orders/custom-orders.api.server.ts'
import { findFoodDeclarations } from '#src/features/custom-orders/food-declarations.server.ts'
import { listOrderDocuments } from '#src/features/invoices/documents/read-documents.server.ts'
import { invoicesApi } from '#src/features/invoices/invoices.api.server.ts'
import { getSmsMode, getWhatsAppMode } from '#src/features/notifications/channels/channels.server.ts'
import { demoMailboxApi } from '#src/features/notifications/demo-mailbox.api.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { unsubscribeApi } from '#src/features/notifications/unsubscribe/unsubscribe.api.server.ts'
import { whatsAppApi } from '#src/features/notifications/whatsapp.api.server.ts'
import { cardLogosApi } from '#src/features/orders/card-logo/card-logos.api.server.ts'
import { deliveryApi } from '#src/features/orders/delivery/delivery.api.server.ts'
import { dispatchCalendarApi } from '#src/features/orders/dispatch/dispatch-calendar.api.server.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { ordersApi } from '#src/features/orders/orders.api.server.ts'
import { parcelsApi } from '#src/features/orders/parcels/parcels.api.server.ts'
import { recipientsApi } from '#src/features/orders/recipients/recipients.api.server.ts'
import { shipmentsApi } from '#src/features/orders/shipments/shipments.api.server.ts'
import { trackingApi } from '#src/features/orders/tracking/tracking.api.server.ts'
import { adminPaymentsApi } from '#src/features/payments/admin/admin-payments.api.server.ts'
import { createWebhookCheck } from '#src/features/payments/gateways/gateway-checks.server.ts'
import { sandboxBankApi } from '#src/features/payments/gateways/sandbox/sandbox-bank.api.server.ts'
import { previewReservationLimits } from '#src/features/payments/limits/preview-reservation-limits.server.ts'
import { submitUtrApi } from '#src/features/payments/manual-upi/submit-utr.api.server.ts'
import { findOrderPayment, sumOrderRefunds } from '#src/features/payments/order-payment/order-payment.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { adminPromotionsApi } from '#src/features/pricing/promotions/admin-promotions.api.server.ts'
import { problemPhotosApi } from '#src/features/problems/photos/problem-photos.api.server.ts'
import { problemsApi } from '#src/features/problems/problems.api.server.ts'
import { deliveryAreaApi } from '#src/features/settings/delivery-area/delivery-area.api.server.ts'
import { openingApi } from '#src/features/settings/opening/opening.api.server.ts'
import { policiesApi } from '#src/features/settings/policies/policies.api.server.ts'
import { courierKeysApi, settingsApi } from '#src/features/settings/settings.api.server.ts'
import { adminBatchesApi } from '#src/features/traceability/admin/admin-batches.api.server.ts'
import { traceabilityApi } from '#src/features/traceability/public/traceability.api.server.ts'
import { listMissingCourierKeys } from '#src/server/config/production-checks.server.ts'
import { cspReportApi } from '#src/server/render/csp-report.api.server.ts'
import { createApiRoot } from '#src/server/routes/api-root.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { openObjectStorage } from '#src/storage/image-storage.server.ts'
import type { AppContext } from './context.server.ts'
import { shopInfoApi } from './shop-info.api.server.ts'

type ApiContext = Pick<AppContext, 'env' | 'secret' | 'payments' | 'sandbox' | 'closing'> & {
  database: Pick<AppContext['database'], 'db'> & { read?: Reader }
  searchIndex?: SearchIndex
  hasTimeout?: boolean
}

export function createApi({ env, database, secret, payments, sandbox, closing, searchIndex, hasTimeout }: ApiContext) {
  const { db, read = readDirectly(db) } = database
  const origin = env.SHOP_MODE === 'live' ? env.PUBLIC_URL : undefined
  const api = createApiRoot({ https: env.https, hasTimeout, origin })
  const rules = { mode: env.SHOP_MODE }
  const findWebhookProblem = createWebhookCheck(payments.gateway)
  const addresses = { adminEmail: env.ADMIN_EMAIL, publicUrl: env.PUBLIC_URL }
  api.route('/', shopInfoApi(env))
  api.route('/', cspReportApi({ db }))
  api.route('/', authApi({ db, env, secret, onDelete: eraseCustomerData }))
  api.route('/', myDataApi({ db, read }))
  api.route('/', courierKeysApi(db, listMissingCourierKeys(env)))
  api.route('/', settingsApi({ db, smsMode: getSmsMode(env), whatsAppMode: getWhatsAppMode(env) }))
  api.route('/', policiesApi({ db }))
  api.route('/', deliveryAreaApi({ db }))
  api.route('/', openingApi({ db, ...rules, countProductsOnSale, findMailProblem, findWebhookProblem }))
  api.route('/', productsApi({ db, index: searchIndex, isCacheableQuery: isQueryOfOurPages }))
  api.route('/', waitlistApi({ db }))
  api.route('/', unsubscribeApi({ stops: mailStops(db) }))
  api.route('/', productCsvApi({ db, read, ...rules }))
  api.route('/', adminProductsApi({ db, ...rules, referencesOf: findOrderReferences }))
  api.route('/', adminSizesApi({ db, ...rules }))
  api.route('/', categoriesApi({ db }))
  api.route('/', imageUploadApi({ db, storage: openObjectStorage(env) }))
  api.route('/', savedItemsApi({ db }))
  api.route('/', addressesApi({ db, now: payments.now }))
  api.route('/', adminPromotionsApi({ db }))
  api.route('/', cartQuoteApi({ db }))
  api.route('/', allOrdersApi({ ...payments, env }))
  api.route('/', invoicesApi({ db, read }))
  api.route('/', paymentsApi(payments))
  api.route('/', submitUtrApi(payments))
  api.route('/', adminPaymentsApi(payments))
  api.route('/', storiesApi({ db, secret, secure: env.https }))
  api.route('/', traceabilityApi({ db }))
  api.route('/', adminBatchesApi({ db, publicUrl: env.PUBLIC_URL }))
  api.route('/', contactApi({ db, adminEmail: env.ADMIN_EMAIL }))
  api.route('/', inboxApi({ db }))
  api.route('/', customOrdersApi({ context: payments, ...addresses, smsMode: getSmsMode(env) }))
  api.route('/', reviewsApi({ db }))
  api.route('/', moderationApi({ db, publicUrl: env.PUBLIC_URL }))
  api.route('/', adminApi({ db, read, index: searchIndex, closing: closing.signal }))
  api.route('/', outboxApi({ db }))
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = env
  api.route('/', whatsAppApi({ db, now: payments.now, appSecret, verifyToken }))
  api.route('/', messageGalleryApi({ db }))
  if (env.SHOP_MODE === 'demo') {
    api.route('/', demoMailboxApi({ db }))
    api.route(
      '/',
      sandboxBankApi({ sandbox, deliver: async (path, webhook) => api.request(path, { method: 'POST', ...webhook }) }),
    )
  }
  api.route('/', openApiRoutes({ api, db, publicUrl: env.PUBLIC_URL }))
  return api
}

const mailStops = (db: Db) => ({
  'back-in-stock': (email: string) => stopWaitlistMails(db, email),
  'price-drop': (email: string) => unwatchAllPrices(db, email),
})

type OrderContext = Pick<AppContext['payments'], 'db' | 'events' | 'now'> & Pick<AppContext, 'env'>

function allOrdersApi({ db, events, now, env }: OrderContext) {
  const api = createApiRouter()
  const lookups = {
    paymentOf: findOrderPayment,
    refundsOf: sumOrderRefunds,
    documentsOf: listOrderDocuments,
    customLabelsOf: findFoodDeclarations,
  }
  api.route('/', ordersApi({ db, events, ...lookups }))
  api.route('/', trackingApi({ db, now }))
  const couriers = createCouriers(env.couriers)
  api.route('/', shipmentsApi({ db, now, couriers, webhookSecret: env.COURIER_WEBHOOK_SECRET }))
  api.route('/', recipientsApi({ db }))
  api.route('/', cardLogosApi({ db, now }))
  api.route('/', deliveryApi({ db, now }))
  api.route('/', parcelsApi({ db, now, explainLimits: previewReservationLimits }))
  api.route('/', dispatchCalendarApi({ db, now }))
  api.route('/', problemsApi({ db, adminEmail: env.ADMIN_EMAIL, now }))
  api.route('/', problemPhotosApi({ db, now }))
  return api
}
