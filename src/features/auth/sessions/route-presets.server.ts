import { PUBLIC, type RouteDefinition } from '#src/server/routes/define-route.server.ts'
import { optionalUser, requireAdmin, requireAdminRead, requireUser } from './guards.server.ts'

/** A route that also visitors may call, and that knows who is signed in. */
export const MAYBE_SIGNED_IN = { ...PUBLIC, guard: optionalUser } as const satisfies RouteDefinition

/** A route of a signed-in customer. */
export const CUSTOMER = { ...PUBLIC, guard: requireUser } as const satisfies RouteDefinition

/** A route without which a customer cannot buy. Its counter is its own, so that browsing never blocks checkout. */
export const BUYING = { ...CUSTOMER, priority: 'checkout', ipLimit: 'buying' } as const satisfies RouteDefinition

/** A route of a signed-in admin. It works before the shop is opened. */
export const ADMIN = {
  ...PUBLIC,
  guard: requireAdmin,
  priority: 'admin',
  timeoutMs: 15_000,
  whileClosed: true,
  openapi: 'admin',
} as const satisfies RouteDefinition

/** As `ADMIN`, for background requests: they do not extend the session. */
export const ADMIN_BACKGROUND = { ...ADMIN, guard: requireAdminRead } as const satisfies RouteDefinition
