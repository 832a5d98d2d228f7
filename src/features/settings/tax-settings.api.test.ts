import { describe, expect, it } from 'vitest'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { SAMPLE_GSTIN } from '#src/core/shop-contact.ts'
import type { Db } from '#src/db/database.server.ts'
import { readSection, readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { settingsApi } from './settings.api.server.ts'
import { readPublicSettings } from './settings.server.ts'

const { tax, contact } = DEFAULT_SETTINGS
const REGULAR = { ...tax, mode: 'regular' as const, legalName: 'Asha Rao' }

async function aShop(db: Db) {
  const { call } = await createAdminClient(db, settingsApi({ db }))
  const set = async (section: 'tax' | 'contact', value: unknown) =>
    call(`PUT /api/admin/settings/${section}`, { version: (await readVersionedSection(db, section)).version, value })
  return { set, setGstin: (gstin: string) => set('contact', { ...contact, gstin }) }
}

describe('the registration of the shop', () => {
  it('is unset until an admin sets it', () =>
    inTestTransaction(async (db) => {
      expect((await readPublicSettings(db)).tax).toEqual({
        mode: 'unregistered',
        legalName: '',
        homeState: 'Telangana',
      })
    }))

  it.each(['regular', 'composition'] as const)('as %s needs a GSTIN first, and keeps it', (mode) =>
    inTestTransaction(async (db) => {
      const { set, setGstin } = await aShop(db)
      const refused = await set('tax', { ...REGULAR, mode })
      expect([refused.status, refused.answer.issues]).toEqual([
        400,
        [
          {
            path: 'value.mode',
            message: expect.stringMatching(/names the GSTIN\. Please give it under Contact first\.$/),
          },
        ],
      ])
      expect((await readSection(db, 'tax')).mode).toBe('unregistered')
      await setGstin(SAMPLE_GSTIN)
      expect((await set('tax', { ...REGULAR, mode })).status).toBe(200)
      const without = await setGstin('')
      expect([without.status, without.answer.issues[0].path]).toEqual([400, 'value.gstin'])
      expect((await readSection(db, 'contact')).gstin).toBe(SAMPLE_GSTIN)
    }),
  )

  it('that has ended names no GSTIN to visitors', () =>
    inTestTransaction(async (db) => {
      const { set, setGstin } = await aShop(db)
      await setGstin(SAMPLE_GSTIN)
      await set('tax', REGULAR)
      expect((await readPublicSettings(db)).contact.gstin).toBe(SAMPLE_GSTIN)
      await set('tax', tax)
      expect((await readPublicSettings(db)).contact.gstin).toBe('')
    }))
})

describe('the demo', () => {
  it('is registered once under placeholder numbers, and keeps what its admin sets', () =>
    inTestTransaction(async (db) => {
      await seedDemoTaxRegistration(db)
      const seen = await readPublicSettings(db)
      expect([seen.tax.mode, seen.contact.gstin]).toEqual(['regular', SAMPLE_GSTIN])
      expect(seen.tax.legalName).toContain('sample')
      await (await aShop(db)).set('tax', tax)
      await seedDemoTaxRegistration(db)
      expect((await readSection(db, 'tax')).mode).toBe('unregistered')
    }))
})
