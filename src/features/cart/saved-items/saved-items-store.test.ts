import { describe, expect, it } from 'vitest'
import { filterVisibleItems, parseStoredItems, type SavedItem } from './saved-items.ts'
import { createSavedItemsStore, SAVED_ITEMS_KEY } from './saved-items-store.ts'

const later: SavedItem = { productId: 7, quantity: 3, kind: 'later' }
const wish: SavedItem = { productId: 7, quantity: 1, kind: 'wish' }

function createDevice(text?: string) {
  const stored = new Map<string, string>(text === undefined ? [] : [[SAVED_ITEMS_KEY, text]])
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  }
  return { stored, store: () => createSavedItemsStore(storage) }
}

const plain = (items: SavedItem[]) => items.map(({ productId, quantity, kind }) => [productId, quantity, kind])

describe('saved items', () => {
  it('survive a reload, under a key of their own', () => {
    const { stored, store } = createDevice()
    store().getState().save([later, wish])
    expect([...stored.keys()]).toEqual(['golconda-saved'])
    expect(plain(store().getState().items)).toEqual([
      [7, 3, 'later'],
      [7, 1, 'wish'],
    ])
  })

  it('keep the larger quantity when saved twice', () => {
    const { getState } = createDevice().store()
    getState().save([later])
    getState().save([{ ...later, quantity: 2 }])
    expect(plain(getState().items)).toEqual([[7, 3, 'later']])
    getState().save([{ ...later, quantity: 5 }])
    expect(plain(getState().items)).toEqual([[7, 5, 'later']])
  })

  it('are removed by product and kind', () => {
    const { getState } = createDevice().store()
    getState().save([later, wish])
    getState().remove([wish])
    expect(plain(getState().items)).toEqual([[7, 3, 'later']])
  })

  it('take the list of the account and keep what was not sent yet', () => {
    const { getState } = createDevice().store()
    getState().setOwner('asha')
    getState().save([later])
    getState().receiveAccountItems([{ productId: 9, quantity: 1, kind: 'wish' }])
    expect(getState().items).toEqual([
      { productId: 9, quantity: 1, kind: 'wish', sent: true },
      { ...later, sent: false },
    ])
    getState().receiveAccountItems([{ ...later, quantity: 4 }])
    expect(getState().items).toEqual([{ ...later, quantity: 4, sent: true }])
  })

  it('leave the device with their account; items of no account stay', () => {
    const { getState } = createDevice().store()
    getState().setOwner('asha')
    getState().receiveAccountItems([later])
    getState().save([wish])
    expect(plain(filterVisibleItems(getState(), null))).toEqual([[7, 1, 'wish']])
    getState().setOwner('ravi')
    expect(plain(getState().items)).toEqual([[7, 1, 'wish']])
  })

  it.each([
    [null],
    ['{'],
    ['[]'],
    ['{"state":{"items":7}}'],
    ['{"state":{"items":[{"productId":"7","quantity":1,"kind":"wish"},{"productId":7,"quantity":0,"kind":"wish"}]}}'],
    [
      '{"state":{"items":[{"productId":7,"quantity":5001,"kind":"later"},{"productId":7,"quantity":1,"kind":"other"}]}}',
    ],
  ])('is empty when the browser stored %j', (text) => {
    expect(parseStoredItems(text)).toEqual({ items: [], userId: null })
  })

  it('lose only damaged entries', () => {
    const items = [{ ...later, sent: true }, null, wish]
    expect(parseStoredItems(JSON.stringify({ state: { items, userId: 'asha' } }))).toEqual({
      items: [
        { ...later, sent: true },
        { ...wish, sent: false },
      ],
      userId: 'asha',
    })
  })
})
