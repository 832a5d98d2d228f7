import { lazy } from 'react'
import type { AdminPageModule, AdminPageProps } from '#src/browser/admin-page.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'

/**
 * A desk whose code comes when it is first opened. Until that code is there, what the server drew can be read but not
 * pressed: a status chosen too early would look chosen and be lost.
 */
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
