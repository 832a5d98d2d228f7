import { lazy } from 'react'
import type { DeskModule } from '#src/platform/desk.ts'

const desk = (label: string, open: () => Promise<DeskModule>) => ({
  label,
  open,
  Desk: lazy(async () => ({ default: (await open()).Desk })),
})

/**
 * The maker's desks beyond the dashboard. They are views of `/admin`, not routes of their own, because the
 * specification's table of routes is closed.
 */
export const DESK_VIEWS: Record<string, ReturnType<typeof desk>> = {}
