import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer } from '#tests/factories/payments/payments.ts'
import { type AddressInput, MAX_ADDRESSES } from './addresses.contract.ts'
import { addAddress, deleteAddress, listAddresses, saveOrderAddress, updateAddress } from './addresses.server.ts'

const NOW = new Date('2026-11-24T05:30:00Z')

async function openBook(db: Db) {
  const [customer, other] = [await createCustomer(db), await createCustomer(db)]
  const { shippingAddress, customerPhone } = createCheckout(await insertProduct(db))
  const at = (street: string, change: Partial<AddressInput> = {}): AddressInput => ({
    label: '',
    phone: customerPhone,
    shippingAddress: { ...shippingAddress, address: street },
    isDefault: false,
    ...change,
  })
  const userId = customer.id
  const add = (input: AddressInput, minutes = 0) => addAddress(db, { userId, input, now: addMinutes(NOW, minutes) })
  const fill = async () => {
    for (let nth = 1; nth <= MAX_ADDRESSES; nth++) await add(at(`${nth} Charminar Road`), nth)
  }
  const order = (street: string, change: Partial<OrderRow> = {}) => {
    const { shippingAddress } = at(street)
    return { userId, customerPhone, shippingAddress, deliveryMethod: 'courier' as const, gift: null, ...change }
  }
  const streets = async () => (await listAddresses(db, userId)).map(({ shippingAddress: { address } }) => address)
  return { userId, other, at, add, fill, order, streets }
}

describe('the address book', () => {
  it('lists the default first, then what was used last', () =>
    inTestTransaction(async (db) => {
      const { at, add, order, streets } = await openBook(db)
      await add(at('1 First Street', { isDefault: true }), 1)
      await add(at('2 Second Street'), 2)
      await add(at('3 Third Street'), 3)
      await saveOrderAddress(db, order('2 Second Street'), { now: addMinutes(NOW, 4) })
      expect(await streets()).toEqual(['1 First Street', '2 Second Street', '3 Third Street'])
    }))

  it('has one default, also when another becomes it', () =>
    inTestTransaction(async (db) => {
      const { userId, at, add } = await openBook(db)
      await add(at('1 First Street', { isDefault: true }))
      const second = await add(at('2 Second Street', { isDefault: true }))
      const third = await add(at('3 Third Street'))
      expect((await listAddresses(db, userId)).filter(({ isDefault }) => isDefault)).toMatchObject([{ id: second.id }])
      await updateAddress(db, { userId, id: third.id, input: at('3 Third Street', { isDefault: true }) })
      expect((await listAddresses(db, userId)).filter(({ isDefault }) => isDefault)).toMatchObject([{ id: third.id }])
      await updateAddress(db, { userId, id: third.id, input: at('3 Third Street') })
      expect((await listAddresses(db, userId)).filter(({ isDefault }) => isDefault)).toEqual([])
    }))

  it('refuses an eleventh address in words, until one is deleted', () =>
    inTestTransaction(async (db) => {
      const { userId, at, add, fill } = await openBook(db)
      await fill()
      await expect(add(at('11 Eleventh Street'))).rejects.toThrow('You can save up to 10 addresses. Please delete one')
      const [first] = await listAddresses(db, userId)
      await deleteAddress(db, { userId, id: first?.id ?? '' })
      await add(at('11 Eleventh Street'))
      expect(await listAddresses(db, userId)).toHaveLength(MAX_ADDRESSES)
    }))

  it('takes no address twice, neither as a new one nor by a change', () =>
    inTestTransaction(async (db) => {
      const { userId, at, add } = await openBook(db)
      const first = await add(at('1 First Street', { label: 'Home' }))
      const second = await add(at('2 Second Street'))
      await expect(add(at('1 First Street'))).rejects.toThrow('saved this address already')
      const becoming = updateAddress(db, { userId, id: second.id, input: at('1 First Street') })
      await expect(becoming).rejects.toThrow('saved this address already')
      await updateAddress(db, { userId, id: first.id, input: at('1 First Street', { label: 'Parents' }) })
      expect((await listAddresses(db, userId)).map(({ label }) => label).sort()).toEqual(['', 'Parents'])
    }))

  it("neither changes nor deletes another customer's address", () =>
    inTestTransaction(async (db) => {
      const { userId, other, at, add } = await openBook(db)
      const saved = await add(at('1 First Street', { isDefault: true }))
      const own = await addAddress(db, { userId: other.id, input: at('9 Own', { isDefault: true }), now: NOW })
      const foreign = { userId: other.id, id: saved.id }
      const changing = updateAddress(db, { ...foreign, input: at('Elsewhere', { isDefault: true }) })
      await expect(changing).rejects.toMatchObject({ code: 'not-found' })
      await expect(deleteAddress(db, foreign)).rejects.toMatchObject({ code: 'not-found' })
      expect(await listAddresses(db, userId)).toEqual([saved])
      expect(await listAddresses(db, other.id)).toEqual([own])
    }))
})

describe('the address of an order', () => {
  it('is used, unlike one that was only added to the book', () =>
    inTestTransaction(async (db) => {
      const { userId, at, add, order } = await openBook(db)
      await add(at('1 First Street'))
      expect(await listAddresses(db, userId)).toMatchObject([{ isUsed: false }])
      await saveOrderAddress(db, order('1 First Street'), { now: addMinutes(NOW, 1) })
      expect(await listAddresses(db, userId)).toMatchObject([{ isUsed: true }])
    }))

  it('is saved once, however often it is used', () =>
    inTestTransaction(async (db) => {
      const { order, streets, userId } = await openBook(db)
      for (const minutes of [1, 2])
        await saveOrderAddress(db, order('1 First Street'), { now: addMinutes(NOW, minutes) })
      const withEmptyLandmark = order('1 First Street')
      withEmptyLandmark.shippingAddress = { ...withEmptyLandmark.shippingAddress, landmark: '' }
      await saveOrderAddress(db, withEmptyLandmark, { now: NOW })
      expect(await streets()).toEqual(['1 First Street'])
      await saveOrderAddress(db, order('1 First Street', { customerPhone: '+919876543299' }), { now: NOW })
      expect((await listAddresses(db, userId)).map(({ phone }) => phone).sort()).toEqual([
        '+919876543210',
        '+919876543299',
      ])
    }))

  it('of a gift is marked as its recipient, until the customer orders there', () =>
    inTestTransaction(async (db) => {
      const { userId, order } = await openBook(db)
      const gift = { recipientPhone: '+919876543210', message: '', from: '', hasWrap: false, notify: 'none' as const }
      const options = { saveAddress: true, now: NOW }
      await saveOrderAddress(db, order('1 First Street', { gift }), options)
      await saveOrderAddress(db, order('1 First Street', { gift }), options)
      expect(await listAddresses(db, userId)).toMatchObject([{ isRecipient: true }])
      await saveOrderAddress(db, order('1 First Street'), options)
      expect(await listAddresses(db, userId)).toMatchObject([{ isRecipient: false }])
    }))

  it('takes the place of the one that was unused for longest, never of the default', () =>
    inTestTransaction(async (db) => {
      const { userId, at, fill, order, streets } = await openBook(db)
      await fill()
      const first = (await listAddresses(db, userId)).at(-1)
      const input = at('1 Charminar Road', { isDefault: true })
      await updateAddress(db, { userId, id: first?.id ?? '', input })
      await saveOrderAddress(db, order('11 Eleventh Street'), { now: addMinutes(NOW, 60) })
      const saved = await streets()
      expect(saved).toHaveLength(MAX_ADDRESSES)
      expect(saved.slice(0, 2)).toEqual(['1 Charminar Road', '11 Eleventh Street'])
      expect(saved).not.toContain('2 Charminar Road')
    }))
})
