import { expect, type Locator, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { addProductToCart, cartBadge, createEmail, findProductOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

const banner = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('main')
const DEFERRED_PARTS = '.render-near, .below-fold'
const STYLES = /\/assets\/[^/]*\.css/
const PAGES = ['Home', 'Products', 'Stories', 'About', 'Contact']

async function products(page: Page): Promise<Product[]> {
  return (await page.request.get('/api/products')).json()
}

async function signInAsAdmin(page: Page) {
  const { origin } = new URL(page.url())
  const signedIn = await page.request.post('/api/admin/login', { headers: { origin }, data: ADMIN })
  expect(signedIn.status()).toBe(200)
  await page.evaluate(() => localStorage.setItem('admin_authenticated', 'true'))
}

test('the navigation leads to five pages', async ({ page }) => {
  await visit(page, '/')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(PAGES)
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['/', '/products', '/community-stories', '/about', '/contact'])
  await expect(
    banner(page)
      .getByRole('link', { name: /Golconda/ })
      .locator('img'),
  ).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu repeats the navigation, for the admin with the Admin Panel', async ({ page }) => {
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const entries = menu.getByRole('navigation').getByRole('link')
    await visit(page, '/')
    await banner(page).getByRole('button', { name: 'Menu' }).click()
    await expect(entries).toHaveText(PAGES)
    await signInAsAdmin(page)
    await page.reload()
    await banner(page).getByRole('button', { name: 'Menu' }).click()
    await expect(entries).toHaveText([...PAGES, 'Admin Panel'])
    await entries.last().click()
    await waitForPath(page, '/admin')
  })

  test('the first frame is painted without the content below the first screen', async ({ page }) => {
    await page.addInitScript(noteWhatTheFirstFrameIsWithout)
    await visit(page, '/products')
    const without = await page.evaluate(() => sessionStorage.getItem('first frame'))
    expect(without).toMatch(/^(LI )+FOOTER$/)
    await expect.poll(() => page.locator(DEFERRED_PARTS).evaluateAll(statesOf)).toEqual(['auto'])
    await page.mouse.wheel(0, 10)
    await expectAllLaidOut(page)
  })

  test('going back to a position far down the list shows it at once, with everything above it laid out', async ({
    page,
  }) => {
    await page.addInitScript(noteWhatTheFirstFrameIsWithout)
    await visit(page, '/products')
    await comesBackTo(page, page.getByRole('link', { name: 'Load More Products' }))
    expect(await page.evaluate(() => sessionStorage.getItem('first frame'))).toBe('')
  })
})

/** Hides these elements until the first frame. */
function noteWhatTheFirstFrameIsWithout() {
  const { observe } = PerformanceObserver.prototype
  PerformanceObserver.prototype.observe = function (options) {
    const parts = [...document.querySelectorAll('.render-near, .below-fold')]
    const without = parts.filter((part) => getComputedStyle(part).contentVisibility === 'hidden')
    if (options?.type === 'paint')
      sessionStorage.setItem('first frame', without.map(({ tagName }) => tagName).join(' '))
    return observe.call(this, options)
  }
}

test('a page is laid out only once its styles are loaded', async ({ page }) => {
  const known = Promise.withResolvers<void>()
  await page.route(STYLES, (route) => known.promise.then(() => route.continue()))
  await page.goto('/products', { waitUntil: 'commit' })
  const title = page.locator('h1')
  await expect(title).toBeAttached()
  const isShown = () => title.evaluate((element) => element.checkVisibility())
  expect(await isShown()).toBe(false)
  known.resolve()
  await expect.poll(isShown).toBe(true)
})

test('a page whose styles do not load can still be read', async ({ page, browserErrors }) => {
  browserErrors.expect(/\.css|net::ERR_FAILED/)
  await page.route(STYLES, (route) => route.abort())
  await page.goto('/products')
  await expect(page.locator('body')).toHaveCSS('content-visibility', 'visible')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a click during hydration is answered after it', async ({ page }) => {
  const known = Promise.withResolvers<void>()
  await page.route(/\/front-page-[^/]*\.js/, (route) => known.promise.then(() => route.continue()))
  const frontPageScript = page.waitForRequest(/\/front-page-[^/]*\.js/)
  await page.goto('/')
  await frontPageScript
  await banner(page).getByRole('button', { name: 'Cart' }).click()
  known.resolve()
  await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
})

test('content far below the first screen is laid out on scrolling', async ({ page }) => {
  await visit(page, '/')
  await page.waitForLoadState('networkidle')
  expect(await page.locator('[data-lazy]').count()).toBeGreaterThan(1)
  await page.mouse.wheel(0, 10)
  await expectAllLaidOut(page)
})

test('going back to a position far down a page shows everything above it laid out', async ({ page }) => {
  await visit(page, '/')
  await comesBackTo(page, page.getByRole('contentinfo'))
})

async function comesBackTo(page: Page, far: Locator) {
  await far.scrollIntoViewIfNeeded()
  await expectAllLaidOut(page)
  const place = async () => (await far.boundingBox())?.y
  const before = await place()
  await page.reload()
  await expectAllLaidOut(page)
  await expect.poll(place).toBeCloseTo(before ?? Number.NaN, 0)
}

async function expectAllLaidOut(page: Page) {
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(page.locator('[data-lazy]')).toHaveCount(0)
  expect(await page.locator(DEFERRED_PARTS).evaluateAll(statesOf)).toEqual(['visible'])
}

const statesOf = (parts: Element[]) => [...new Set(parts.map((part) => getComputedStyle(part).contentVisibility))]

test('a part whose code never loads stays as rendered, and its links work', async ({ page, browserErrors }) => {
  browserErrors.expect(/(footer|nothing)-.*net::ERR_FAILED|net::ERR_FAILED.*(footer|nothing)-/)
  let requests = 0
  await page.route(/\/footer-[^/]*\.js/, (route) => {
    requests++
    return route.abort()
  })
  await visit(page, '/products')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => requests).toBe(await countImportRequests(page))
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Our chocolates')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL(/\/contact$/)
})

/** Requests for a module that fails when it is imported twice: Chromium 156 asks again, 150 does not. */
async function countImportRequests(page: Page): Promise<number> {
  let requests = 0
  await page.route('/nothing-1.js', (route) => {
    requests++
    return route.abort()
  })
  const load = () => import('/nothing-1.js' as string).catch(() => {})
  await page.evaluate(load)
  await page.evaluate(load)
  return requests
}

test('an unknown API call gets 404, whatever its body', async ({ page, shop }) => {
  const bring = { headers: { origin: shop.url }, data: { outcome: 'success' } }
  const unknown = await page.request.post('/api/nothing', bring)
  expect([unknown.status(), await unknown.json()]).toEqual([404, { message: 'Not found.', code: 'not-found' }])
  const unfit = await page.request.put('/api/categories', bring)
  expect([unfit.status(), unfit.headers().allow]).toEqual([405, 'GET, HEAD'])
  for (const answer of [unknown, unfit]) expect(answer.headers()['x-content-type-options']).toBe('nosniff')
})

test('the header has different icons for a visitor, a customer and an admin', async ({ page }) => {
  const names = () =>
    banner(page)
      .locator('a[aria-label], button[aria-label]')
      .filter({ visible: true })
      .evaluateAll((icons) =>
        icons.map((icon) => icon.getAttribute('aria-label')).filter((name) => !/home$/.test(name ?? '')),
      )
  await visit(page, '/products')
  expect(await names()).toEqual(['Start Journey', 'Cart'])
  await banner(page).getByTitle('Start Journey').click()
  await waitForPath(page, '/')
  await signIn(page, createEmail(), '/')
  expect(await names()).toEqual(['Orders', 'Logout', 'Delete account', 'Cart'])
  await expect(banner(page).getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await banner(page).getByRole('link', { name: 'Orders' }).click()
  await waitForPath(page, '/orders')
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
  await banner(page).getByRole('link', { name: 'Logout' }).click()
  await waitForPath(page, '/')
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await signInAsAdmin(page)
  await visit(page, '/')
  await banner(page).getByRole('link', { name: 'Admin' }).click()
  await waitForPath(page, '/admin')
})

test('the cart icon shows the number of its items when it is not empty', async ({ page }) => {
  await visit(page, '/products')
  const cart = banner(page).getByRole('button', { name: 'Cart' })
  await expect(cart).toHaveText('')
  await addProductToCart(page, await findProductOnSale(page))
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect.poll(() => cartBadge(page)).toBe(2)
})

for (const path of ['/', '/login', '/start'])
  test(`${path} welcomes a visitor, with two ways to sign in`, async ({ page }) => {
    await visit(page, path)
    await expect(main(page).getByText('Welcome to our studio')).toBeVisible()
    for (const name of ['Start Your Journey', 'Sign In to Shop'])
      await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', '/api/login')
    for (const name of ['Certified quality', 'Made with love', 'Fast delivery'])
      await expect(main(page).getByRole('heading', { name })).toBeVisible()
    await expect(main(page).getByRole('heading', { name: 'The signature collection' })).toBeVisible()
    await expect(main(page).getByRole('article')).toHaveCount(3)
    await expect(main(page).getByRole('article').getByRole('img')).toHaveCount(3)
  })

test('the home page leads a customer to chocolates, builder, story and mood', async ({ page }) => {
  await signIn(page, createEmail(), '/')
  const leadsTo = (name: string, path: string) =>
    expect(main(page).getByRole('link', { name }).first()).toHaveAttribute('href', path)
  await leadsTo('Shop chocolates', '/products')
  await leadsTo('Our story', '/about')
  await leadsTo('See all chocolates', '/products')
  await leadsTo('Find Your Mood Match', '/emotion-chocolates')
  await expect(main(page).getByRole('button', { name: "Let's Start Preparing Yours" })).toBeVisible()
  const names = (await products(page)).slice(0, 4).map(({ name }) => name)
  await expect(main(page).getByRole('article').getByRole('heading')).toHaveText(names)
  await expect(main(page).getByRole('heading', { name: 'Why choose us' })).toBeVisible()
  const story = 'A certified chocolate maker with 12+ years experience, 50+ unique flavors and 1000+ happy customers.'
  await expect(main(page).getByText(story)).toBeVisible()
  for (const claim of [
    /handcrafted in Hyderabad/i,
    /free shipping over ₹2,000/i,
    /7-day return policy/i,
    /3-5 business days/,
  ])
    await expect(main(page).getByText(claim).first()).toBeVisible()
})

test('four placeholders are shown until the featured chocolates have loaded', async ({ page }) => {
  await signIn(page, createEmail(), '/orders')
  const { promise: arrived, resolve: letThemArrive } = Promise.withResolvers<void>()
  await page.route(/\/api\/products\?limit=4&sizes=one$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  const placeholders = main(page).getByRole('status', { name: 'Loading chocolates' })
  await expect(placeholders.locator('> *')).toHaveCount(4)
  letThemArrive()
  await expect(main(page).getByRole('article')).toHaveCount(4)
  await expect(placeholders).toHaveCount(0)
})

test('the footer describes the shop and has its links', async ({ page }) => {
  await visit(page, '/')
  const footer = page.getByRole('contentinfo')
  for (const title of ['Quick links', 'Customer service', 'The studio'])
    await expect(footer.getByRole('heading', { name: title })).toBeVisible()
  for (const text of ['Handcrafted chocolates from Hyderabad', 'Free shipping over ₹2,000', '7-day return policy'])
    await expect(footer.getByText(text)).toBeVisible()
  await expect(footer.getByText('Hyderabad, Telangana, India')).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Admin Portal' })).toHaveAttribute('href', '/admin-login')
})

test('a card shows the description, price and stock of a chocolate', async ({ page }) => {
  const all = await products(page)
  const kinds = {
    plenty: all.find(({ stock, minStock }) => stock > minStock),
    low: all.find(({ stock, minStock }) => stock > 0 && stock <= minStock),
    soldOut: all.find(({ stock }) => stock === 0),
  }
  for (const [kind, product] of Object.entries(kinds)) {
    if (!product) throw new Error(`The demo has a product of the kind '${kind}'`)
    await visit(page, `/products?q=${encodeURIComponent(product.name)}`)
    const card = main(page).getByRole('article').filter({ hasText: product.sku })
    await expect(card.getByRole('img', { name: product.name })).toBeVisible()
    await expect(card.getByRole('heading', { name: product.name })).toBeVisible()
    await expect(card.getByText(product.category.name, { exact: true })).toBeVisible()
    await expect(card.getByText(product.description)).toBeVisible()
    await expect(card.getByText(`${product.sku} · ${product.stock} in stock`)).toBeVisible()
    await expect(card.getByText(`₹${product.price.toLocaleString('en-IN')}`, { exact: true })).toBeVisible()
    await expect(card.getByText('Low Stock')).toHaveCount(kind === 'plenty' ? 0 : 1)
    const add = card.getByRole('button')
    await expect(add).toHaveText(kind === 'soldOut' ? 'Out of Stock' : 'Add to Cart')
    if (kind === 'soldOut') await expect(add).toBeDisabled()
    await card.getByRole('link', { name: product.name }).click()
    await waitForPath(page, `/product/${product.id}`)
    // Its relatives, below, have buttons of their own.
    const buy = page.getByRole('button', { name: /^(Add to Cart|Out of Stock)$/ }).first()
    await expect(buy).toHaveText(kind === 'soldOut' ? 'Out of Stock' : 'Add to Cart')
  }
})

test('the page of a product shows its data, assurances and related products', async ({ page }) => {
  const all = await products(page)
  const product = await findProductOnSale(page)
  await visit(page, `/product/${product.id}`)
  await expect(main(page).getByRole('img', { name: product.name }).first()).toBeVisible()
  await expect(main(page).locator('[aria-hidden=true] > span img')).toHaveCount(4)
  await expect(main(page).getByText(`SKU ${product.sku} · ${product.stock} in stock`)).toBeVisible()
  await expect(main(page).getByText(product.description)).toBeVisible()
  for (const text of [
    'Premium quality guarantee',
    'Free shipping over ₹2,000',
    '7-day return policy',
    'Handcrafted in Hyderabad',
  ])
    await expect(main(page).getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
  const relatives = all
    .filter(({ id, categoryId }) => id !== product.id && categoryId === product.categoryId)
    .slice(0, 4)
  const cards = main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Add to Cart' }) })
  await expect(cards).toHaveCount(relatives.length)
  await cards.first().getByRole('link').first().click()
  await expect(page).toHaveURL(({ pathname }) => relatives.some(({ id }) => pathname === `/product/${id}`))
})
