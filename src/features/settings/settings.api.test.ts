import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedDemoSettings } from '#db/demo/seed-settings.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { readSection, readSettings } from '#src/features/settings/read-settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { SECTION_NAMES } from './setting-names.ts'
import { settingsApi } from './settings.api.server.ts'
import { PublicSettings, SECTIONS, type Section } from './settings.contract.ts'
import { settings } from './settings.table.server.ts'

async function openAdmin(db: Db) {
  const { call, admin } = await createAdminClient(db, settingsApi({ db }))
  const seen = async () => (await call('GET /api/settings/public')).answer
  return {
    email: admin.email,
    read: async (section: Section) => (await call(`GET /api/admin/settings/${section}`)).answer,
    change: (section: string, body: { version: number; value: object }) =>
      call(`PUT /api/admin/settings/${section}`, body),
    seen: async () => PublicSettings.parse(await seen()),
    sent: async () => JSON.stringify(await seen()),
  }
}

const [RATE] = DEFAULT_SETTINGS.tax.rates
const DISPATCH = DEFAULT_SETTINGS.dispatch
const without = (weekdays: object) => Object.fromEntries(Object.keys(weekdays).map((day) => [day, false]))
const closure = (from: string, to: string) => ({ from, to, note: '' })
const SHIPPING = { freeFrom: 999, fee: 60.5 }

describe('a demo', () => {
  it('shows the claims and the placeholders of the specification', () =>
    inTestTransaction(async (db) => {
      const { seen } = await openAdmin(db)
      await seedDemoSettings(db)
      await seedDemoSettings(db)
      const { claims, contact } = await seen()
      expect(Object.values(claims).map(({ figure, of }) => `${figure} ${of}`)).toEqual([
        '12+ years experience',
        '50+ unique flavors',
        '1000+ happy customers',
        'Certified chocolate maker',
        'Handcrafted in Hyderabad',
        '7-day return policy',
      ])
      expect(contact.phones).toEqual(['+91 XXXXX XXXXX', '+91 40 XXXX XXXX'])
      expect(contact.emails.map(({ email }) => email)).toEqual([
        'hello@golconda.example',
        'orders@golconda.example',
        'custom@golconda.example',
      ])
      expect((await readSection(db, 'founder')).name).not.toBe('')
    }))

  it('of before claims needed a source shows them on, and what its admin has hidden stays hidden', () =>
    inTestTransaction(async (db) => {
      const { seen } = await openAdmin(db)
      const old = (claim: object) => ({ ...claim, source: '', isShown: true })
      const { claims } = DEFAULT_SETTINGS
      const stored = Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, old(claim)]))
      const value = { ...stored, customers: { ...claims.customers, isShown: false } } as typeof claims
      await db.insert(settings).values({ section: 'claims', version: 1, value })
      await seedDemoSettings(db)
      expect(Object.keys((await seen()).claims)).toEqual([
        'experience',
        'flavors',
        'certified',
        'handcrafted',
        'returns',
      ])
    }))
})

it('takes the bounds of refunds as numbers or as their text', () =>
  inTestTransaction(async (db) => {
    const { change } = await openAdmin(db)
    const { status } = await change('refunds', {
      version: 0,
      value: { automaticUpTo: '4000', automaticPerDay: '20000' },
    })
    expect(status).toBe(200)
    expect(await readSection(db, 'refunds')).toEqual({ automaticUpTo: 4000, automaticPerDay: 20_000 })
  }))

describe('a shop that has set nothing', () => {
  it('makes the promises of the specification', () =>
    inTestTransaction(async (db) => {
      const { seen } = await openAdmin(db)
      const { shipping, social, contact } = await seen()
      expect(shipping).toEqual({ freeFrom: 2000, fee: 150 })
      expect(social).toEqual({})
      expect(contact.address).toBe('Hyderabad, Telangana, India')
      await registerForGst(db, 'regular')
      expect((await seen()).delivery.usual).toEqual({ from: 3, to: 5 })
    }))

  it.each(SECTION_NAMES)('has %s that would be accepted as they are', (section) => {
    expect(SECTIONS[section].parse(DEFAULT_SETTINGS[section])).toEqual(DEFAULT_SETTINGS[section])
  })
})

describe('a section', () => {
  it('is changed by an admin, applies at once, and is recorded in the audit log', () =>
    inTestTransaction(async (db) => {
      const { email, read, change, seen } = await openAdmin(db)
      expect(await read('shipping')).toEqual({ version: 0, value: { freeFrom: 2000, fee: 150 } })
      const changed = await change('shipping', { version: 0, value: SHIPPING })
      expect(changed).toEqual({ status: 200, answer: { version: 1, value: SHIPPING } })
      expect(await read('shipping')).toEqual({ version: 1, value: SHIPPING })
      expect((await seen()).shipping).toEqual(SHIPPING)
      expect(await readSection(db, 'shipping')).toEqual(SHIPPING)
      expect(await db.select().from(auditLog).where(eq(auditLog.entityId, 'shipping'))).toMatchObject([
        { entity: 'settings', actorEmail: email, before: { freeFrom: 2000, fee: 150 }, after: SHIPPING },
      ])
    }))

  it('is not overwritten when someone else has changed it meanwhile', () =>
    inTestTransaction(async (db) => {
      const { change, read } = await openAdmin(db)
      await change('shipping', { version: 0, value: SHIPPING })
      for (const version of [0, 2, 7]) {
        const late = await change('shipping', { version, value: { freeFrom: 1, fee: 1 } })
        expect(late).toMatchObject({ status: 409, answer: { current: { version: 1, value: SHIPPING } } })
      }
      expect((await change('social', { version: 3, value: DEFAULT_SETTINGS.social })).status).toBe(409)
      expect(await read('shipping')).toEqual({ version: 1, value: SHIPPING })
      expect(await db.$count(auditLog)).toBe(1)
    }))

  it.each<[Section, string, object]>([
    ['shipping', 'a negative fee', { freeFrom: 2000, fee: -1 }],
    ['shipping', 'fractions of a paisa', { freeFrom: 2000, fee: 1.005 }],
    ['shipping', 'something of its own', { ...SHIPPING, price: 1 }],
    ['social', 'an address without encryption', { ...DEFAULT_SETTINGS.social, instagram: 'http://instagram.com/a' }],
    ['social', 'a script', { ...DEFAULT_SETTINGS.social, instagram: 'javascript:alert(1)' }],
    ['hours', 'a studio that never opens', { week: Array(7).fill(null), holidays: [] }],
    ['hours', 'six days', { ...DEFAULT_SETTINGS.hours, week: DEFAULT_SETTINGS.hours.week.slice(1) }],
    [
      'hours',
      'a day that ends before it begins',
      { week: Array(7).fill({ opens: '19:00', closes: '09:00' }), holidays: [] },
    ],
    [
      'hours',
      'a day that does not exist',
      { ...DEFAULT_SETTINGS.hours, holidays: [{ day: '2026-02-30', everyYear: false, name: 'None' }] },
    ],
    ['contact', 'a short FSSAI number', { ...DEFAULT_SETTINGS.contact, fssai: '123' }],
    ['delivery', 'days that run backwards', { ...DEFAULT_SETTINGS.delivery, elsewhere: { from: 5, to: 3 } }],
    [
      'delivery',
      'a prefix of letters',
      { ...DEFAULT_SETTINGS.delivery, blocked: [{ prefix: 'AB', text: 'x', refusesOrders: false }] },
    ],
    ['dispatch', 'no day of dispatch', { ...DISPATCH, weekdays: without(DISPATCH.weekdays) }],
    ['dispatch', 'a Sunday', { ...DISPATCH, weekdays: { ...DISPATCH.weekdays, sunday: true } }],
    ['dispatch', 'half a parcel', { ...DISPATCH, parcelsPerDay: 0.5 }],
    ['dispatch', 'a closure that runs backwards', { ...DISPATCH, closures: [closure('2026-12-02', '2026-12-01')] }],
    ['dispatch', 'a closure of a year', { ...DISPATCH, closures: [closure('2026-12-02', '2027-12-01')] }],
    ['claims', 'a claim less', { experience: DEFAULT_SETTINGS.claims.experience }],
    ['tax', 'another state', { ...DEFAULT_SETTINGS.tax, homeState: 'Karnataka' }],
    ['tax', 'no rate at all', { ...DEFAULT_SETTINGS.tax, rates: [] }],
    ['tax', 'two rates from one day', { ...DEFAULT_SETTINGS.tax, rates: [RATE, { ...RATE, percent: 12 }] }],
    ['tax', 'a mode of its own', { ...DEFAULT_SETTINGS.tax, mode: 'tax-free' }],
    ['search', 'a synonym that means a sign', { synonyms: [{ typed: 'elaichi', meaning: '—' }] }],
    ['search', 'a synonym that means two letters', { synonyms: [{ typed: 'elaichi', meaning: 'a b' }] }],
    ['sms', 'a template id of letters', { templates: { 'order-shipped': 'abc' } }],
  ])('%s is not set to %s', (section, _, value) =>
    inTestTransaction(async (db) => {
      const { change } = await openAdmin(db)
      expect((await change(section, { version: 0, value })).status).toBe(400)
      expect(await readSettings(db)).toEqual(DEFAULT_SETTINGS)
      expect(await db.$count(auditLog)).toBe(0)
    }),
  )

  it('that does not exist is 404', () =>
    inTestTransaction(async (db) => {
      const { change } = await openAdmin(db)
      for (const name of ['prices', 'constructor', '..'])
        expect((await change(name, { version: 0, value: {} })).status).toBe(404)
    }))
})

describe('what visitors see', () => {
  it('has no hidden claim, no empty link, no source and no template', () =>
    inTestTransaction(async (db) => {
      const { change, seen, sent } = await openAdmin(db)
      const { claims, social } = DEFAULT_SETTINGS
      const hidden = { ...claims, customers: { ...claims.customers, isShown: false, source: 'A secret notebook' } }
      await change('claims', { version: 0, value: hidden })
      await change('social', { version: 0, value: { ...social, instagram: 'https://www.instagram.com/golconda' } })
      await change('sms', { version: 0, value: { templates: { 'order-shipped': '1107160000000000001' } } })
      const { claims: shown, social: links } = await seen()
      expect(Object.keys(shown)).not.toContain('customers')
      expect(links).toEqual({ instagram: 'https://www.instagram.com/golconda' })
      const whole = await sent()
      expect(whole).not.toContain('notebook')
      expect(whole).not.toContain('1107160000000000001')
    }))
})
