// The admin's service worker: it shows alerts, and stores no pages. Registered by alerts/this-device.ts for /admin only.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))

/** Takes the place of the notification with this tag that was not looked at yet, and counts it, too. */
async function show({ title, text, path, tag, count = 1 }) {
  const waiting = await self.registration.getNotifications({ tag })
  const total = waiting.reduce((sum, { data }) => sum + (data?.count ?? 1), count)
  const shown = { body: text, tag, renotify: true, icon: '/icon-192.png', badge: '/icon-192.png' }
  const named = total > 1 ? `${title} (${total})` : title
  await self.registration.showNotification(named, { ...shown, data: { path, count: total } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Shows the page in an admin's tab if there is one, else in a new one. Never another site. */
async function open(path) {
  const url = new URL(path, self.location.origin)
  const page = url.origin === self.location.origin ? url.href : '/admin'
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (!tab) return self.clients.openWindow(page)
  await tab.focus()
  return tab.navigate(page)
}
