import { desk, type LazyDesk } from './lazy-desk.tsx'

/** The tabs of the dashboard, in their order. Each is a desk of its feature; the first is open where none is named. */
export const DASHBOARD_TABS: Record<string, LazyDesk> = {
  orders: desk('Orders', () => import('#src/features/orders/maker-orders.tsx')),
  products: desk('Products', () => import('#src/features/catalog/products-desk.tsx')),
  analytics: desk('Analytics', () => import('./analytics-tab.tsx')),
}

export const FIRST_TAB = 'orders'
