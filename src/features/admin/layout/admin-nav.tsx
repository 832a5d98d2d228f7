import { lazy } from 'react'
import type { AdminPageModule, AdminPageProps } from '#src/browser/admin-page.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'

/** Until the code of the page is there, the server-rendered controls are inert: early input would be lost. */
export const lazyAdminPage = (label: string, open: () => Promise<AdminPageModule>) => ({
  label,
  open,
  AdminPage: lazy(async () => {
    const { AdminPage } = await open()
    const HydratedPage = (props: AdminPageProps) => (
      <div inert={!useHydrated()}>
        <AdminPage {...props} />
      </div>
    )
    return { default: HydratedPage }
  }),
})

export type LazyAdminPage = ReturnType<typeof lazyAdminPage>

/** Admin pages besides the dashboard. They are views of `/admin`: the specification's route table is closed. */
export const ADMIN_VIEWS: Record<string, LazyAdminPage> = {
  dispatch: lazyAdminPage('Dispatch', () => import('#src/features/orders/dispatch/dispatch-admin-page.tsx')),
  inbox: lazyAdminPage('Inbox', () => import('#src/features/problems/admin/inbox-admin-page.tsx')),
  moderation: lazyAdminPage('Moderation', () => import('#src/features/community/moderation/moderation-admin-page.tsx')),
  messages: lazyAdminPage('Messages', () => import('#src/features/notifications/admin/outbox-admin-page.tsx')),
  texts: lazyAdminPage('Message Texts', () => import('#src/features/notifications/admin/message-gallery-page.tsx')),
  categories: lazyAdminPage('Categories', () => import('#src/features/catalog/categories/categories-admin-page.tsx')),
  promotions: lazyAdminPage('Promotions', () => import('#src/features/pricing/promotions/promotions-admin-page.tsx')),
  batches: lazyAdminPage('Batches', () => import('#src/features/traceability/admin/batches-admin-page.tsx')),
  settings: lazyAdminPage('Settings', () => import('#src/features/settings/admin/settings-admin-page.tsx')),
  audit: lazyAdminPage('Audit Log', () => import('#src/features/audit/audit-admin-page.tsx')),
  alerts: lazyAdminPage('Alerts', () => import('#src/features/auth/alerts/alerts-admin-page.tsx')),
  security: lazyAdminPage('Security', () => import('#src/features/auth/security/security-admin-page.tsx')),
}

export const DASHBOARD_TABS: Record<string, LazyAdminPage> = {
  orders: lazyAdminPage('Orders', () => import('#src/features/orders/admin/orders-admin-page.tsx')),
  products: lazyAdminPage('Products', () => import('#src/features/catalog/admin/products-admin-page.tsx')),
  analytics: lazyAdminPage('Analytics', () => import('#src/features/admin/analytics/analytics-tab.tsx')),
}

export const FIRST_TAB = 'orders'
