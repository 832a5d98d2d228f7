import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AlertDevices } from './alert-devices.tsx'
import { AlertSettingsForm } from './alert-settings-form.tsx'
import { alertsQuery } from './alerts.queries.ts'

export const loader = (queryClient: QueryClient) => queryClient.fetchQuery({ ...alertsQuery, staleTime: 0 })

export function AdminPage() {
  const { data: alerts } = useSuspenseQuery(alertsQuery)
  useAdminManifest()
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-12">
      <AlertSettingsForm alerts={alerts} />
      <AlertDevices alerts={alerts} />
    </div>
  )
}

/** An iPhone shows notifications only of an app on its Home Screen: here the admin is that app, not the shop. */
function useAdminManifest(): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const shop = link?.getAttribute('href')
    link?.setAttribute('href', '/admin.webmanifest')
    return () => link?.setAttribute('href', shop ?? '')
  }, [])
}
