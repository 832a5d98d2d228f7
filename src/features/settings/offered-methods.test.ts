import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
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
