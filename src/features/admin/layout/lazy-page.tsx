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
