import { describe, expect, it } from 'vitest'
import { filterVisibleItems, parseStoredItems, type SavedItem } from './saved-items.ts'
import { createSavedItemsStore, SAVED_ITEMS_KEY } from './saved-items-store.ts'

const later: SavedItem = { productId: 7, quantity: 3, kind: 'later' }
const wish: SavedItem = { productId: 7, quantity: 1, kind: 'wish' }

function aDevice(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [[SAVED_ITEMS_KEY, text]])
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  }
  return { kept, store: () => createSavedItemsStore(storage) }
}

const plain = (items: SavedItem[]) => items.map(({ productId, quantity, kind }) => [productId, quantity, kind])

describe('what is saved', () => {
  it('survives a reload, under a key of its own', () => {
    const { kept, store } = aDevice()
    store().getState().keep([later, wish])
    expect([...kept.keys()]).toEqual(['golconda-saved'])
    expect(plain(store().getState().items)).toEqual([
      [7, 3, 'later'],
      [7, 1, 'wish'],
    ])
  })

  it('keeps the larger quantity when it is saved twice', () => {
    const { getState } = aDevice().store()
    getState().keep([later])
    getState().keep([{ ...later, quantity: 2 }])
    expect(plain(getState().items)).toEqual([[7, 3, 'later']])
    getState().keep([{ ...later, quantity: 5 }])
    expect(plain(getState().items)).toEqual([[7, 5, 'later']])
  })

  it('is forgotten by product and kind', () => {
    const { getState } = aDevice().store()
    getState().keep([later, wish])
    getState().forget([wish])
    expect(plain(getState().items)).toEqual([[7, 3, 'later']])
  })

  it('takes the list of the account and keeps what it has not sent', () => {
    const { getState } = aDevice().store()
    getState().setOwner('asha')
    getState().keep([later])
    getState().receiveAccountItems([{ productId: 9, quantity: 1, kind: 'wish' }])
    expect(getState().items).toEqual([
      { productId: 9, quantity: 1, kind: 'wish', sent: true },
      { ...later, sent: false },
    ])
    getState().receiveAccountItems([{ ...later, quantity: 4 }])
    expect(getState().items).toEqual([{ ...later, quantity: 4, sent: true }])
  })

  it('leaves the device with its account; what no account holds stays', () => {
    const { getState } = aDevice().store()
    getState().setOwner('asha')
    getState().receiveAccountItems([later])
    getState().keep([wish])
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
      '{"state":{"items":[{"productId":7,"quantity":1001,"kind":"later"},{"productId":7,"quantity":1,"kind":"other"}]}}',
    ],
  ])('is nothing when the browser kept %j', (text) => {
    expect(parseStoredItems(text)).toEqual({ items: [], userId: null })
  })

  it('loses only what is damaged', () => {
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
