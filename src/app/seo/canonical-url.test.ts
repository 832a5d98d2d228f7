import { describe, expect, it } from 'vitest'
import { createOrganizationJsonLd } from '#src/features/settings/organization-jsonld.ts'
import { readPublicSettings } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { canonicalUrl, describeShop } from './canonical-url.ts'

const publicUrl = 'https://golconda.example'

describe('the canonical URL', () => {
  it('is the same for all queries of a screen, and for all addresses of the front page', () => {
    const at = (fullPath: string, canonical?: '/' | 'own') =>
      canonicalUrl({ routeId: fullPath, fullPath, staticData: canonical ? { canonical } : {} }, publicUrl)
    expect([at('/'), at('/start', '/'), at('/mood-tracker'), at('/product/$id', 'own')]).toEqual([
      'https://golconda.example/',
      'https://golconda.example/',
      'https://golconda.example/mood-tracker',
      undefined,
    ])
  })

  it('is missing on pages that do not exist', () => {
    expect(canonicalUrl({ routeId: '__root__', fullPath: '/', staticData: {} }, publicUrl)).toBeUndefined()
  })

  it('the head claims that the chocolate is handcrafted only where that is confirmed', () =>
    inTestTransaction(async (db) => {
      const settings = await readPublicSettings(db)
      expect(JSON.stringify(describeShop(settings))).not.toMatch(/handcrafted/i)
      const claims = { ...settings.claims, handcrafted: { figure: 'Handcrafted', of: 'in Hyderabad' } }
      expect(describeShop({ ...settings, claims }).title).toBe('Golconda Cacao · Handcrafted chocolate from Hyderabad')
    }))

  it('the organization has its hours and contacts, but no placeholder telephone number', () =>
    inTestTransaction(async (db) => {
      const settings = await readPublicSettings(db)
      const shop = createOrganizationJsonLd(settings, publicUrl)
      expect(shop.openingHoursSpecification).toHaveLength(7)
      expect(shop.openingHoursSpecification[0]).toMatchObject({ dayOfWeek: 'Sunday', opens: '11:00', closes: '16:00' })
      expect(shop).not.toHaveProperty('telephone')
      const called = { ...settings, contact: { ...settings.contact, phones: ['+91 98480 12345'] } }
      expect(createOrganizationJsonLd(called, publicUrl)).toMatchObject({ telephone: '+91 98480 12345' })
    }))
})
