import { desk, type LazyDesk } from './lazy-desk.tsx'

/**
 * The maker's desks beyond the dashboard. They are views of `/admin`, not routes of their own, because the
 * specification's table of routes is closed.
 */
export const DESK_VIEWS: Record<string, LazyDesk> = {
  inbox: desk('Inbox', () => import('#src/features/contact/inbox-desk.tsx')),
  moderation: desk('Moderation', () => import('#src/features/reviews/moderation-desk.tsx')),
  messages: desk('Messages', () => import('#src/features/notifications/messages-desk.tsx')),
  promotions: desk('Promotions', () => import('#src/features/promotions/promotions-desk.tsx')),
  batches: desk('Batches', () => import('#src/features/traceability/batches-desk.tsx')),
  settings: desk('Settings', () => import('#src/features/settings/settings-desk.tsx')),
  audit: desk('Audit Log', () => import('#src/features/audit/audit-desk.tsx')),
  security: desk('Security', () => import('#src/features/account/security-desk.tsx')),
}
