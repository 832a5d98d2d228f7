import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { cartBadge, createEmail, fillCart, findProductOnSale, listProductsOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

const notice = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const later = (page: Page) => page.getByRole('region', { name: 'Saved for Later' })
const wishlist = (page: Page) => page.getByRole('region', { name: 'Wishlist' })

async function twoInTheCart(page: Page, ...more: Product[]) {
  const [one, other] = await listProductsOnSale(page)
  if (!one || !other) throw new Error('The demo has two products on sale')
  await fillCart(page, one, other, ...more)
  await visit(page, '/cart')
  return [one, other] as const
}

test('a visitor saves one line for later, undoes it, and moves it to the cart again', async ({ page }) => {
  const [one, other] = await twoInTheCart(page)
  const saveForLater = page.getByRole('button', { name: 'Save for Later' })

  await page.getByRole('checkbox', { name: `Select ${one.name}` }).check()
  await saveForLater.click()
  await notice(page, `${one.name} is now on the cart page.`)
  await expect(later(page).getByRole('heading', { name: one.name })).toBeVisible()
  expect(await cartBadge(page)).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(later(page)).toBeHidden()
  expect(await cartBadge(page)).toBe(2)

  // No selection means all.
  await saveForLater.click()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await page.reload()
  await expect(later(page).getByRole('listitem')).toHaveCount(2)
  await expect(later(page).getByText(`${other.stock} in stock`).first()).toBeVisible()

  await later(page)
    .getByRole('button', { name: `Move to cart: ${one.name}` })
    .click()
  await notice(page, `1 × ${one.name} added to your cart.`)
  await later(page)
    .getByRole('button', { name: `Remove ${other.name} from Saved for Later` })
    .click()
  await expect(later(page)).toBeHidden()
  expect(await cartBadge(page)).toBe(1)
})

test('a second saved item is not shown as gone while its data loads', async ({ page }) => {
  const [one, other] = await twoInTheCart(page, await findProductOnSale(page, 2))
  const save = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Save for Later' }).click()
    await notice(page, `${name} is now on the cart page.`)
  }
  await save(one.name)
  await expect(later(page).getByRole('heading', { name: one.name })).toBeVisible()

  const answered = Promise.withResolvers<void>()
  await page.route(/\/api\/products\?ids=/, (route) => answered.promise.then(() => route.continue()))
  await save(other.name)
  // The cart page may know the product already; what it does not know yet is left out.
  await expect(later(page).getByRole('button', { name: /no longer sell/ })).toHaveCount(0)
  await expect(later(page).getByRole('heading', { name: one.name })).toBeVisible()
  answered.resolve()
  await expect(later(page).getByRole('heading', { name: other.name })).toBeVisible()
})

test('the stored cart has the shape of the specification, whatever is saved', async ({ page }) => {
  await twoInTheCart(page)
  await page.getByRole('button', { name: 'Save for Later' }).click()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('golconda-cart') ?? '{}'))
  expect(Object.keys(stored.state).sort()).toEqual(['items', 'sessionId'])
  expect(stored.version).toBe(0)
})

test('a saved item survives a reload, appears on another device, and disappears at sign-out', async ({
  page,
  browser,
  shop,
}) => {
  const [wished] = await listProductsOnSale(page)
  if (!wished) throw new Error('The demo has a product on sale')
  const heart = (at: Page) => at.getByRole('button', { name: 'Wishlist' })
  await visit(page, `/product/${wished.id}`)
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await heart(page).click()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

  const email = createEmail()
  await signIn(page, email, '/cart')
  await expect(wishlist(page).getByRole('heading', { name: wished.name })).toBeVisible()
  await expect.poll(async () => (await page.request.get('/api/saved')).json()).toHaveLength(1)

  const phone = await browser.newPage({ baseURL: shop.url })
  await signIn(phone, email, `/product/${wished.id}`)
  await expect(heart(phone)).toHaveAttribute('aria-pressed', 'true')
  await heart(phone).click()
  await expect.poll(async () => (await phone.request.get('/api/saved')).json()).toEqual([])
  await phone.context().close()

  await visit(page, '/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expect(wishlist(page)).toBeHidden()
  await visit(page, `/product/${wished.id}`)
  await heart(page).click()
  await expect.poll(async () => (await page.request.get('/api/saved')).json()).toHaveLength(1)
  await page.goto('/api/logout')
  await visit(page, '/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expect(wishlist(page)).toBeHidden()
})

test('a customer asks to hear when the price of a product on the wishlist drops, and changes their mind', async ({
  page,
}) => {
  const { id, name } = await findProductOnSale(page, 1)
  await signIn(page, createEmail(), `/product/${id}`)
  await page.getByRole('button', { name: 'Wishlist' }).click()
  await visit(page, '/cart')
  const tick = wishlist(page).getByRole('checkbox', { name: `E-mail me when the price of ${name} drops` })
  const saved = () => page.waitForResponse((response) => response.url().endsWith(`/api/saved/${id}/price-watch`))
  for (const isWatched of [true, false]) {
    await expect(tick).toBeChecked({ checked: !isWatched })
    await Promise.all([saved(), tick.click()])
    await page.reload()
    await expect(tick).toBeChecked({ checked: isWatched })
  }
})
