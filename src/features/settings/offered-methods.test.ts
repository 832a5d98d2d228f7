import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { settingsApi } from './settings.api.server.ts'

async function openSettings(db: Db) {
  const { call } = await createAdminClient(db, settingsApi({ db }))
  const save = (section: string, value: object) => call(`PUT /api/admin/settings/${section}`, { version: 0, value })
  const shown = async () => (await call('GET /api/settings/public')).answer
  return { save, shown }
}

describe('a way of delivery', () => {
  it.each([
    ['pickup', { ...DEFAULT_SETTINGS.pickup, isOffered: true }, 'value.address'],
    ['sameDay', { ...DEFAULT_SETTINGS.sameDay, isOffered: true, prefixes: [] }, 'value.prefixes'],
  ])('%s cannot be offered without its place', (section, value, path) =>
    inTestTransaction(async (db) => {
      const { save, shown } = await openSettings(db)
      expect(await save(section, value)).toMatchObject({
        ...{
          status: 400,
          answer: { issues: [{ path, message: expect.stringMatching(/^Please .*, or do not offer it\.$/) }] },
        },
      })
      expect(await save(section, { ...value, isOffered: false })).toMatchObject({ status: 200 })
      expect(Object.keys(await shown())).not.toContain(section)
    }),
  )

  it('is named to visitors once it is offered, with its price', () =>
    inTestTransaction(async (db) => {
      const { save, shown } = await openSettings(db)
      await save('pickup', { ...DEFAULT_SETTINGS.pickup, isOffered: true, address: '7 Road No. 12', fee: 20 })
      await save('sameDay', { ...DEFAULT_SETTINGS.sameDay, isOffered: true })
      expect(await shown()).toMatchObject({ pickup: { fee: 20 }, sameDay: { fee: 250, cutOff: '12:00' } })
    }))

  it('has its price by place: empty is the rule of the shop, and a wrong one is refused', () =>
    inTestTransaction(async (db) => {
      const { save, shown } = await openSettings(db)
      const saveZone = (prices: object) =>
        save('delivery', {
          ...DEFAULT_SETTINGS.delivery,
          zones: [{ prefix: '500', place: 'Hyderabad', from: 1, to: 1, ...prices }],
        })
      for (const [prices, field] of [
        [{ fee: 'free', freeFrom: null }, 'fee'],
        [{ fee: null, freeFrom: 900 }, 'fee'],
        [{ fee: '60', freeFrom: -1 }, 'freeFrom'],
      ] as const)
        expect((await saveZone(prices)).answer.issues).toMatchObject([{ path: `value.zones.0.${field}` }])
      expect((await shown()).delivery).not.toHaveProperty('hasZonePrices')
      expect((await saveZone({ fee: '60', freeFrom: '1200' })).answer.value.zones).toEqual([
        { prefix: '500', place: 'Hyderabad', from: 1, to: 1, fee: 60, freeFrom: 1200 },
      ])
      expect((await shown()).delivery).toMatchObject({ hasZonePrices: true })
    }))
})

describe('the days that a shop names without a PIN code', () => {
  it('are those of its own state while it may sell only there', () =>
    inTestTransaction(async (db) => {
      const { save, shown } = await openSettings(db)
      const usual = async () => (await shown()).delivery.usual
      expect((await shown()).delivery).toMatchObject({ usual: { from: 1, to: 2 }, onlyIn: 'Telangana' })
      const zone = (prefix: string, from: number, to: number) => ({ prefix, place: `PINs ${prefix}`, from, to })
      const zones = [zone('500', 1, 1), zone('506', 2, 3), zone('400', 6, 9)]
      await save('delivery', { ...DEFAULT_SETTINGS.delivery, elsewhere: { from: 3, to: 5 }, zones })
      expect(await usual()).toEqual({ from: 1, to: 5 })
      await registerForGst(db, 'composition')
      expect(await usual()).toEqual({ from: 1, to: 5 })
      await registerForGst(db, 'regular')
      expect(await usual()).toEqual({ from: 3, to: 5 })
      expect((await shown()).delivery).not.toHaveProperty('onlyIn')
    }))
})
