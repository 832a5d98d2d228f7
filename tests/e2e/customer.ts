import { type APIRequestContext, expect, type Page, type Response } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { visit, waitForPath } from './fixtures.ts'

let made = 0

/** An address that is unique in this run. */
export function createEmail(): string {
  made += 1
  return `asha.${process.pid}.${made}@golconda.example`
}

/** Signs in through the form, with the mailed code, and returns to the requested page. */
export async function signInThroughForm(page: Page, email: string, returnTo = '/') {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  await enterSignInCode(page, email)
  await waitForPath(page, returnTo)
}

/** Quick sign-in: sends both forms as requests, then opens the page, if any. */
export async function signIn(page: Page, email: string, path?: string) {
  await sendSignIn(page, { email })
  await sendSignIn(page, { email, code: await readSignInCode(page.request, email) })
  if (path) await visit(page, path)
}

/** The origin of the shop, also before a page is open. */
export async function findOrigin(page: Page): Promise<string> {
  return new URL((await page.request.get('/api/settings/public')).url()).origin
}

async function sendSignIn(page: Page, form: Record<string, string>) {
  const origin = await findOrigin(page)
  const answer = await page.request.post('/api/login', { form, headers: { origin }, maxRedirects: 0 })
  expect(answer.status(), await answer.text()).toBeLessThan(400)
}

/** Completes the sign-in from the e-mail field on. */
export async function enterSignInCode(page: Page, email: string) {
  await page.locator('input[type=email][name=email]').fill(email)
  await page.keyboard.press('Enter')
  const code = page.locator('input[name=code][autocomplete=one-time-code]')
  await code.waitFor()
  await code.fill(await readSignInCode(page.request, email))
  await page.keyboard.press('Enter')
}

export async function readSignInCode(request: APIRequestContext, email: string): Promise<string> {
  const messages = await (await request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)).json()
  const [code] = /\b\d{6}\b/.exec(`${messages[0]?.subject} ${messages[0]?.text}`) ?? []
  if (!code) throw new Error(`No code for ${email} in ${JSON.stringify(messages)}`)
  return code
}

/** Products on sale, largest stock first, so that tests do not sell each other's. */
export async function listProductsOnSale(page: Page): Promise<Product[]> {
  const products: Product[] = await (await page.request.get('/api/products')).json()
  return products.filter(({ stock }) => stock > 0).sort((one, other) => other.stock - one.stock)
}

/** Tests take different products by this number, so that they can share a shop. */
export async function findProductOnSale(page: Page, nth = 0): Promise<Product> {
  const product = (await listProductsOnSale(page))[nth]
  if (!product) throw new Error('The demo has no such product')
  return product
}

/** Stores a cart with one of each product, without their pages. The next page that opens shows it. */
export async function fillCart(page: Page, ...products: Product[]) {
  // Any address of the shop makes its storage available.
  await page.goto('/favicon.ico')
  const items = products.map(({ id, name, price, imageUrl }) => {
    return { productId: id, productName: name, price, imageUrl, quantity: 1 }
  })
  const cart = JSON.stringify({ state: { items, sessionId: 'e2e' }, version: 0 })
  await page.evaluate((text) => localStorage.setItem('golconda-cart', text), cart)
}

/** Adds products on the product page and waits for the toast. */
export async function addProductToCart(page: Page, product: Product) {
  await visit(page, `/product/${product.id}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText('Added to cart!').first()).toBeVisible()
}

export const CUSTOMER = { firstName: 'Asha', lastName: 'Rao', phone: '+91 98765 43210' }

export async function fillCheckout(page: Page, email: string) {
  await page.getByLabel(/first name/i).fill(CUSTOMER.firstName)
  await page.getByLabel(/last name/i).fill(CUSTOMER.lastName)
  await page
    .getByRole('main')
    .getByLabel(/e-?mail/i)
    .fill(email)
  await page.getByLabel(/phone/i).fill(CUSTOMER.phone)
  await page.getByLabel(/street address/i).fill('12-3-456, Banjara Hills')
  await page.getByLabel(/city/i).fill('Hyderabad')
  await page.getByRole('textbox', { name: /pin ?code/i }).fill('500034')
}

/** Presses 'Pay with UPI' and returns the response. */
export async function pressPay(page: Page): Promise<Response> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/payments/upi/initiate'))
  await page.getByRole('button', { name: 'Pay with UPI' }).click()
  return answer
}

export async function openPaymentDialog(page: Page): Promise<StartedPayment> {
  const answer = await pressPay(page)
  expect(answer.status(), await answer.text()).toBe(200)
  const started: StartedPayment = await answer.json()
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeVisible()
  return started
}

/** Decides at the test bank in another browser, as an app on the same phone would. */
export async function decideAtTestBank(page: Page, { paymentUrl }: StartedPayment, decision: 'Pay' | 'Decline') {
  const app = await page.context().browser()?.newContext()
  if (!app) throw new Error('The page has no browser')
  const bank = await app.newPage()
  await bank.goto(paymentUrl)
  await bank
    .getByRole('button', { name: decision })
    .or(bank.getByRole('link', { name: decision }))
    .first()
    .click()
  await bank.getByRole('heading', { name: decision === 'Pay' ? 'Paid' : 'Declined' }).waitFor()
  await app.close()
}

export const paymentDoneButton = (page: Page) => page.getByRole('button', { name: "I've Completed the Payment" })

/** Pays at the test bank, and presses the button, unless the page has noticed the payment before. */
export async function payAtTestBank(page: Page, started: StartedPayment) {
  await expect(paymentDoneButton(page)).toBeVisible()
  await decideAtTestBank(page, started, 'Pay')
  await paymentDoneButton(page)
    .click({ timeout: 5_000 })
    .catch(() => {})
}

/** Fires the event of a tab that becomes visible. */
export const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** Cancels the customer's latest order, as another window would. */
export async function cancelLatestOrder(page: Page) {
  const [order] = await listCustomerOrders(page)
  const headers = { origin: await findOrigin(page) }
  const answer = await page.request.post(`/api/orders/${order?.id}/cancel`, { headers, data: {} })
  expect(answer.status(), await answer.text()).toBe(200)
}

export async function listCustomerOrders(page: Page): Promise<Order[]> {
  return (await page.request.get('/api/orders')).json()
}

/** The number on the cart in the header; 0 without a badge. */
export async function cartBadge(page: Page): Promise<number> {
  const text = await page.getByRole('banner').getByRole('button', { name: /cart/i }).innerText()
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}
