import { type LazyAdminPage, lazyAdminPage } from '#src/features/admin/layout/lazy-page.tsx'

/** The tabs of the dashboard in their order; the first is the default. */
export const DASHBOARD_TABS: Record<string, LazyAdminPage> = {
  orders: lazyAdminPage('Orders', () => import('#src/features/orders/admin/orders-admin-page.tsx')),
  products: lazyAdminPage('Products', () => import('#src/features/catalog/admin/products-admin-page.tsx')),
  analytics: lazyAdminPage('Analytics', () => import('#src/features/admin/analytics/analytics-tab.tsx')),
}

export const FIRST_TAB = 'orders'
