import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getLocalStorage } from '#src/browser/persisted-store.ts'
import { CART_KEY, cartCount, createCartStore } from './cart-store.ts'

const ruby = { id: 7, name: 'Noor Ruby Heart', price: 620, imageUrl: '/pictures/ruby-heart.webp' }
const dark = { id: 8, name: 'Kollur Dark 72%', price: 450.5, imageUrl: null }

function storageWith(text?: string) {
  const stored = new Map<string, string>(text === undefined ? [] : [[CART_KEY, text]])
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  }
}

const cartWith = (text?: string) => createCartStore(storageWith(text)).getState()
const storedCart = (items: unknown[]) => JSON.stringify({ state: { items, sessionId: 'session_1_a' }, version: 0 })

describe('the cart', () => {
  it('adds a new product as a line of its own', () => {
    const store = createCartStore(storageWith())
    store.getState().add(ruby)
    store.getState().add(dark, 3)
    expect(store.getState().items.map(({ productName, quantity }) => [productName, quantity])).toEqual([
      ['Noor Ruby Heart', 1],
      ['Kollur Dark 72%', 3],
    ])
    expect(cartCount(store.getState())).toBe(4)
  })

  it('raises the quantity of a product that is already there, and takes its newest price', () => {
    const store = createCartStore(storageWith())
    store.getState().add(ruby, 2)
    store.getState().add({ ...ruby, price: 640 }, 3)
    expect(store.getState().items).toMatchObject([{ productId: 7, quantity: 5, price: 640 }])
  })

  it('holds at most what one order may have, and returns how many were added', () => {
    const store = createCartStore(storageWith())
    const limited = { ...ruby, maxPerOrder: 50 }
    expect(store.getState().add(limited, 48)).toBe(48)
    expect(store.getState().add(limited, 5)).toBe(2)
    expect(store.getState().add(limited)).toBe(0)
    expect(cartCount(store.getState())).toBe(50)
  })

  it('keeps its quantities when the limit of a product is lowered', () => {
    const store = createCartStore(storageWith())
    store.getState().add({ ...ruby, maxPerOrder: 50 }, 40)
    expect(store.getState().add({ ...ruby, maxPerOrder: 10 })).toBe(0)
    expect(cartCount(store.getState())).toBe(40)
  })

  it('takes 240 favour boxes, but at most a thousand on one line', () => {
    const store = createCartStore(storageWith())
    expect(store.getState().add({ ...ruby, maxPerOrder: 500 }, 240)).toBe(240)
    store.getState().setQuantity(7, 9_000)
    expect(cartCount(store.getState())).toBe(5_000)
  })

  it('removes a line when its quantity drops to zero or less', () => {
    const store = createCartStore(storageWith())
    store.getState().add(ruby)
    store.getState().add(dark)
    store.getState().setQuantity(7, 0)
    store.getState().setQuantity(8, -3)
    expect(store.getState().items).toEqual([])
  })

  it('removes one line, or all of them', () => {
    const store = createCartStore(storageWith())
    store.getState().add(ruby)
    store.getState().add(dark)
    store.getState().remove(7)
    expect(store.getState().items.map((line) => line.productId)).toEqual([8])
    store.getState().clear()
    expect(store.getState().items).toEqual([])
  })

  it('removes exactly the ordered items and keeps what was added since', () => {
    const store = createCartStore(storageWith())
    store.getState().add(ruby, 5)
    store.getState().add(dark)
    store.getState().removeOrdered([
      { productId: 7, quantity: 2 },
      { productId: 8, quantity: 1 },
      { productId: 99, quantity: 4 },
    ])
    expect(store.getState().items).toMatchObject([{ productId: 7, quantity: 3 }])
  })

  it('shows the placeholder for a product without a picture', () => {
    const store = createCartStore(storageWith())
    store.getState().add(dark)
    store.getState().add({ ...ruby, imageUrl: '   ' })
    expect(store.getState().items.map((line) => line.imageUrl)).toEqual([
      '/pictures/placeholder.webp',
      '/pictures/placeholder.webp',
    ])
  })

  it('opens and closes the drawer', () => {
    const store = createCartStore(storageWith())
    store.getState().toggle()
    expect(store.getState().isOpen).toBe(true)
    store.getState().toggle()
    expect(store.getState().isOpen).toBe(false)
  })
})

describe('the stored cart', () => {
  it('lives as long as the page when the storage is full', () => {
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    const store = createCartStore({ ...storageWith(), setItem: full })
    expect(store.getState().add(ruby)).toBe(1)
    expect(store.getState().items).toMatchObject([{ productId: 7, quantity: 1 }])
  })

  it('lives as long as the page when the browser has no readable storage', () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    const damaged = () => {
      throw new DOMException('', 'NS_ERROR_FILE_CORRUPTED')
    }
    for (const localStorage of [null, { ...storageWith(), getItem: damaged }]) {
      vi.stubGlobal('window', { localStorage })
      expect(getLocalStorage()).toBeUndefined()
    }
  })

  it('contains the lines and the session, not whether the drawer is open', () => {
    const storage = storageWith()
    const store = createCartStore(storage)
    store.getState().add(ruby)
    store.getState().open()
    const { sessionId } = store.getState()
    expect(sessionId).toMatch(/^session_\d+_[a-z0-9]+$/)
    expect(JSON.parse(storage.stored.get(CART_KEY) ?? '')).toEqual({
      state: {
        items: [{ productId: 7, productName: 'Noor Ruby Heart', price: 620, imageUrl: ruby.imageUrl, quantity: 1 }],
        sessionId,
      },
      version: 0,
    })
  })

  it('comes back on the next visit', () => {
    const storage = storageWith()
    createCartStore(storage).getState().add(ruby, 2)
    const nextVisit = createCartStore(storage)
    expect(nextVisit.getState().items).toMatchObject([{ productId: 7, quantity: 2 }])
    expect(nextVisit.getState().sessionId).toBe(JSON.parse(storage.stored.get(CART_KEY) ?? '').state.sessionId)
  })

  it('is empty during hydration, so that server and browser render the same', () => {
    const storage = storageWith()
    createCartStore(storage).getState().add(ruby)
    const nextVisit = createCartStore(storage)
    expect(nextVisit.getInitialState().items).toEqual([])
    expect(nextVisit.getState().items).toHaveLength(1)
  })

  it('follows changes from another tab', async () => {
    const storage = storageWith()
    const [tab, otherTab] = [createCartStore(storage), createCartStore(storage)]
    tab.getState().add(ruby, 2)
    otherTab.reread()
    expect(otherTab.getState().items).toMatchObject([{ productId: 7, quantity: 2 }])
    otherTab.getState().clear()
    tab.reread()
    expect(tab.getState().items).toEqual([])
  })

  it.each(['', 'not json', '[]', '7', 'null', '{"state":null}', '{"state":{"items":{},"sessionId":"s"},"version":0}'])(
    'is an empty, working cart when the storage says %j',
    (text) => {
      const cart = cartWith(text)
      expect(cart.items).toEqual([])
      expect(cart.add(ruby)).toBe(1)
    },
  )

  it.each([
    ['a text for a price', { price: '620' }],
    ['a negative price', { price: -1 }],
    ['no quantity', { quantity: null }],
    ['a quantity below one', { quantity: 0 }],
    ['an id that cannot exist', { productId: 1.5 }],
    ['an id that the database cannot hold', { productId: 2 ** 31 }],
    ['a name that is no text', { productName: { evil: true } }],
  ])('drops a line with %s and keeps the others', (_, damage) => {
    const good = { productId: 7, productName: 'Noor Ruby Heart', price: 620, imageUrl: '/a.webp', quantity: 2 }
    expect(cartWith(storedCart([{ ...good, productId: 9, ...damage }, good, null])).items).toEqual([good])
  })

  it('survives a line with an absurd quantity or without a picture', () => {
    const line = { productId: 7, productName: 'Noor Ruby Heart', price: 620, quantity: 1e9 }
    expect(cartWith(storedCart([line])).items).toEqual([
      { ...line, imageUrl: '/pictures/placeholder.webp', quantity: 5_000 },
    ])
  })

  it('is read regardless of the version that wrote it', () => {
    const line = { productId: 7, productName: 'Noor Ruby Heart', price: 620, imageUrl: '/a.webp', quantity: 1 }
    const text = JSON.stringify({ state: { items: [line], sessionId: 'session_1_a' }, version: 3 })
    expect(cartWith(text).items).toEqual([line])
  })
})
