import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Worker } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { orderAsNewCustomer } from '#tests/e2e/place-orders.ts'
import { startPushService } from '#tests/fakes/push-service.ts'
import { findChromium } from '../../../scripts/ci/chromium.ts'

test.use({ variables: { PUSH_ANYWHERE: 'accepted' } })

type Subscription = ReturnType<Awaited<ReturnType<typeof startPushService>>['createDevice']>['subscription']

/** No push service of a browser can be reached from here, so this browser subscribes at the test's own. */
async function subscribeAt(context: BrowserContext, subscription: Subscription) {
  await context.addInitScript((given) => {
    const own = { endpoint: given.endpoint, options: {}, toJSON: () => given, unsubscribe: async () => true }
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem('subscribed', 'yes')
      return own as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      sessionStorage.getItem('subscribed') ? (own as unknown as PushSubscription) : null
  }, subscription)
}

/** Hands a push to the browser as its push service does, and answers with what it shows. */
async function receivePush(context: BrowserContext, { origin, data }: { origin: string; data: string }) {
  const blank = await context.newPage()
  const cdp = await context.newCDPSession(blank)
  const registered = new Promise<string>((found) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/admin` && !isDeleted)
      if (ours) found(ours.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

type Shown = { title: string; body: string }

/** As text: the types of a page do not know those of a worker. */
const readNotifications = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(`self.registration.getNotifications().then((all) => all.map(({ title, body }) => ({ title, body })))`)

/** A browser opens windows only for a real press, so the test sees which one the worker asks for. */
const pressNotification = (worker: Worker, body: string): Promise<string> =>
  worker.evaluate(`(async () => {
    const [notification] = (await registration.getNotifications()).filter((one) => one.body === ${JSON.stringify(body)})
    return new Promise((done) => {
      self.clients.matchAll = async () => []
      self.clients.openWindow = async (url) => done(url)
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })
  })()`)

test('an admin turns notifications on, and the phone shows a paid order while no tab of the shop is open', async ({
  browser,
  shop,
  launchOptions,
}) => {
  const ends: (() => void)[] = []
  const service = await startPushService({ onEnd: (end) => ends.push(end) })
  const profile = mkdtempSync(path.join(tmpdir(), 'golconda-phone-'))
  const phone = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    executablePath: findChromium('with a camera'),
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
    permissions: ['notifications'],
  })
  await subscribeAt(phone, service.createDevice().subscription)
  const [page = await phone.newPage()] = phone.pages()
  await openAsAdmin(page, '/admin?view=alerts', shop.url)
  await page.getByRole('button', { name: 'Turn on notifications on this device' }).click()
  await expectToast(page, 'Notifications On')
  await expect(page.getByRole('listitem').filter({ hasText: 'This one' })).toBeVisible()
  const worker = phone.serviceWorkers()[0] ?? (await phone.waitForEvent('serviceworker'))
  expect(worker.url()).toBe(`${shop.url}/admin-sw.js`)
  expect(await page.evaluate(() => caches.keys())).toEqual([])

  await page.close()
  const orderId = await orderAsNewCustomer(browser, { url: shop.url })
  await expect.poll(() => service.pushes.map(({ text }) => text).join()).toContain(orderId)
  const push = service.pushes.find(({ text }) => text.includes(orderId))
  if (!push) throw new Error('The push has not arrived')
  await receivePush(phone, { origin: shop.url, data: push.plainText })
  await expect.poll(() => readNotifications(worker)).toMatchObject([{ title: 'New order', body: push.text }])

  const opened = await pressNotification(worker, push.text)
  const order = await phone.newPage()
  await visit(order, opened)
  await expect(order.getByRole('article', { name: `Order ${orderId}` })).toBeVisible()
  await expect.poll(() => readNotifications(worker)).toEqual([])

  await visit(order, '/admin?view=alerts')
  await waitForWrite(order, () => order.getByRole('button', { name: /^Remove: / }).click())
  await expect(order.getByRole('button', { name: 'Turn on notifications on this device' })).toBeVisible()
  await phone.close()
  for (const end of ends) end()
  rmSync(profile, { recursive: true, force: true })
})

test('an admin chooses alerts by keyboard, and reads plainly why a browser shows no notifications', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 .*me\/alerts/)
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await openAsAdmin(page, '/admin?view=alerts')
  await expect(page.getByRole('status').filter({ hasText: 'Notifications are blocked for this site.' })).toBeVisible()
  const box = page.getByRole('checkbox', { name: 'New orders: Push' })
  await box.focus()
  await page.keyboard.press('Space')
  await expect(box).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Alerts of these hours wait until they end' }).press('Space')
  await page.getByLabel('To', { exact: true }).fill('06:30')
  await expectAccessible(page, 'the alerts')
  await page.getByRole('button', { name: 'Save alerts' }).press('Enter')
  await expectToast(page, 'Alerts Saved')
  await page.reload()
  await expect(box).not.toBeChecked()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('06:30')
  await page.getByLabel('To', { exact: true }).fill('22:00')
  await page.getByRole('button', { name: 'Save alerts' }).click()
  await expect(page.getByText('Please choose another time than the first.')).toBeVisible()
})

test('a choice that leaves an urgent alert without an admin says so before it is saved, and so does the dashboard', async ({
  page,
}) => {
  await openAsAdmin(page, '/admin?view=alerts')
  const warning = page.getByRole('status').filter({ hasText: 'nobody is told about failures: no other admin' })
  const boxes = ['E-mail', 'Push'].map((channel) => page.getByRole('checkbox', { name: `Failures: ${channel}` }))
  await expect(page.getByText('If the mail server fails, no e-mail can say so.')).toBeVisible()
  for (const box of boxes) await box.uncheck()
  await expect(warning).toBeVisible()
  await expectAccessible(page, 'the alerts with a warning')
  await page.getByRole('button', { name: 'Save alerts' }).click()
  await expectToast(page, 'Alerts Saved')
  await visit(page, '/admin')
  const banner = page.getByRole('alert').filter({ hasText: 'Nobody is told about failures: no admin has it on' })
  await expect(banner).toBeVisible()
  await banner.getByRole('link', { name: 'Choose alerts' }).click()
  for (const box of boxes) await box.check()
  await expect(warning).toBeHidden()
  await page.getByRole('button', { name: 'Save alerts' }).click()
  await expectToast(page, 'Alerts Saved')
  await visit(page, '/admin')
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible()
  await expect(banner).toBeHidden()
})
