import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { SAMPLE_FSSAI, SAMPLE_LEGAL_NAME, SAMPLE_SOURCE } from '#src/core/shop-contact.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSection, readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { settingsApi } from '#src/features/settings/settings.api.server.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { readPublicSettings } from '#src/features/settings/settings.server.ts'
import { settings } from '#src/features/settings/settings.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { COMPLETE_CONTACT, completeOpeningChecklist } from '#tests/factories/opening.ts'
import { openingApi } from './opening.api.server.ts'
import type { Opening } from './opening.contract.ts'
import { OPENING_ITEMS, type OpeningItemName } from './opening-checklist.ts'

type Db = Parameters<typeof completeOpeningChecklist>[0]

async function createLiveAdmin(db: Db, mode: 'live' | 'demo' = 'live') {
  const shop = { onSale: 3, incomplete: 0 }
  const opens = openingApi({ db, mode, countProductsOnSale: async () => shop, findMailProblem })
  const api = new Hono().route('/', opens).route('/', settingsApi({ db }))
  const { call, admin } = await createAdminClient(db, api)
  const opening = async () => (await call('GET /api/admin/opening')).answer as Opening
  return {
    shop,
    call,
    admin,
    opening,
    open: () => call('POST /api/admin/opening'),
    missing: async () => (await opening()).items.flatMap(({ name, missing }) => (missing === null ? [] : [name])),
    change: async <S extends Section>(section: S, part: Partial<Settings[S]>) => {
      const { version, value } = await readVersionedSection(db, section)
      return call(`PUT /api/admin/settings/${section}`, { version, value: { ...value, ...part } })
    },
  }
}

describe('the checklist of a live shop that has set nothing', () => {
  it('names everything that is missing, shows no claim and no contact, and does not open', () =>
    inTestTransaction(async (db) => {
      const { opening, missing, open } = await createLiveAdmin(db)
      expect(await opening()).toMatchObject({ mode: 'live', isOpen: false, openedAt: null })
      // No claim is made, so none lacks a source, and nothing is on sale.
      expect(await missing()).toEqual(OPENING_ITEMS.filter((name) => name !== 'claims' && name !== 'food-facts'))
      expect(await open()).toMatchObject({ status: 409, answer: { message: expect.stringContaining('Telephone') } })
      expect((await opening()).isOpen).toBe(false)
      const { claims, contact } = await readPublicSettings(db)
      expect(claims).toEqual({})
      expect(contact).toMatchObject({ phones: [], emails: [], fssai: '' })
    }))

  it('opens once nothing is missing, says so in the audit log, and stays open', () =>
    inTestTransaction(async (db) => {
      const { opening, missing, open, admin } = await createLiveAdmin(db)
      await completeOpeningChecklist(db)
      expect(await missing()).toEqual([])
      expect(await open()).toMatchObject({ status: 200, answer: { isOpen: true } })
      const { isOpen, openedAt } = await opening()
      expect(isOpen).toBe(true)
      expect(await open()).toMatchObject({ status: 200, answer: { openedAt } })
      const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, 'opening'))
      expect(entries).toMatchObject([{ entity: 'settings', actorEmail: admin.email, after: { openedAt } }])
    }))
})

it('a shop with products on sale that lack facts of their label opens when they have them', () =>
  inTestTransaction(async (db) => {
    const { shop, opening, open } = await createLiveAdmin(db)
    await completeOpeningChecklist(db)
    shop.incomplete = 2
    const text = '2 products on sale lack facts of the label.'
    expect((await opening()).items.find(({ name }) => name === 'food-facts')).toEqual({
      ...{ name: 'food-facts', title: 'Food facts', section: null, missing: text, field: null },
    })
    expect(await open()).toMatchObject({ status: 409, answer: { message: expect.stringContaining('Food facts') } })
    shop.incomplete = 0
    expect((await open()).status).toBe(200)
  }))

it('the checklist says that no product is on sale, which does not prevent opening', () =>
  inTestTransaction(async (db) => {
    const { shop, opening, open } = await createLiveAdmin(db)
    await completeOpeningChecklist(db)
    const noteOf = async () => (await opening()).items.find(({ name }) => name === 'food-facts')?.note
    expect(await noteOf()).toBeUndefined()
    shop.onSale = 0
    expect(await noteOf()).toBe('No product is on sale yet.')
    expect((await open()).status).toBe(200)
  }))

it('a shop opens once its mail server has taken an e-mail, and shows what the server answered until then', () =>
  inTestTransaction(async (db) => {
    const { opening, open, missing } = await createLiveAdmin(db)
    await completeOpeningChecklist(db)
    const problem = async () => (await opening()).items.find(({ name }) => name === 'sent-email')?.missing
    await db.update(outboxMessages).set({ sentAt: null, lastError: 'Invalid login: 535', unavailableSince: new Date() })
    expect(await problem()).toBe('The mail server does not take e-mail: Invalid login: 535')
    expect(await open()).toMatchObject({ status: 409, answer: { message: expect.stringContaining('Sending e-mail') } })
    await db.update(outboxMessages).set({ lastError: null, unavailableSince: null })
    expect(await problem()).toBe('No e-mail has been sent yet. Send yourself a test e-mail.')
    await db.update(outboxMessages).set({ sentAt: new Date() })
    expect(await missing()).toEqual([])
    expect((await open()).status).toBe(200)
  }))

const OFFICER = COMPLETE_CONTACT.grievanceOfficer
const claim = { figure: '1000+', of: 'happy customers', source: SAMPLE_SOURCE, isShown: true }

/** The missing item, the section, the change, and the field that an open shop names when it refuses it. */
const SAMPLES: [OpeningItemName, Section, object, field: string][] = [
  ['telephone', 'contact', { phones: ['+91 XXXXX XXXXX'] }, 'phones.0'],
  ['telephone', 'contact', { phones: ['+91 40 2355 1234', '0000000000'] }, 'phones.1'],
  ['telephone', 'contact', { phones: ['040 123'] }, 'phones.0'],
  ['email', 'contact', { emails: [{ of: 'All', email: 'hello@golconda.example' }] }, 'emails.0.email'],
  ['email', 'contact', { emails: [{ of: 'All', email: 'hello@example.com' }] }, 'emails.0.email'],
  ['address', 'contact', { address: 'Hyderabad, Telangana, India 500029' }, 'address'],
  ['address', 'contact', { address: '3-6-291 Basheerbagh Road, Hyderabad' }, 'address'],
  ['legal-name', 'tax', { legalName: '' }, 'legalName'],
  ['legal-name', 'tax', { legalName: SAMPLE_LEGAL_NAME }, 'legalName'],
  ['fssai', 'contact', { fssai: '' }, 'fssai'],
  ['fssai', 'contact', { fssai: SAMPLE_FSSAI }, 'fssai'],
  ['fssai', 'contact', { fssai: '12312312312312' }, 'fssai'],
  ['grievance-officer', 'contact', { grievanceOfficer: { ...OFFICER, phone: '1' } }, 'grievanceOfficer.phone'],
  [
    'grievance-officer',
    'contact',
    { grievanceOfficer: { ...OFFICER, designation: '' } },
    'grievanceOfficer.designation',
  ],
  [
    'grievance-officer',
    'contact',
    { grievanceOfficer: { ...OFFICER, email: '', phone: '' } },
    'grievanceOfficer.email',
  ],
  ['policies', 'policies', { terms: { text: 'Ours.', isConfirmed: false } }, 'terms.text'],
  ['policies', 'policies', { terms: { text: '# ', isConfirmed: true } }, 'terms.text'],
  ['privacy', 'policies', { privacy: { isConfirmed: false } }, 'policies'],
  ['claims', 'claims', { customers: claim }, 'customers.source'],
]

it.each(SAMPLES)(
  '%s in %s is missing with %j, and an open shop refuses it at the field %s',
  (...[name, section, part, field]) =>
    inTestTransaction(async (db) => {
      const { missing, change, open } = await createLiveAdmin(db)
      await completeOpeningChecklist(db)
      const before = await readSection(db, section)
      expect((await change(section, part)).status).toBe(200)
      expect(await missing()).toEqual([name])
      await change(section, before)
      expect((await open()).status).toBe(200)
      expect(await change(section, part)).toMatchObject({
        status: 400,
        answer: {
          message: expect.stringMatching(/^The shop is open, and needs this: /),
          issues: [{ path: `value.${field}`, message: expect.stringMatching(/\.$/) }],
        },
      })
      expect(await readSection(db, section)).toEqual(before)
    }),
)

describe('an open shop', () => {
  it('changes what it needed to open, as long as it keeps it', () =>
    inTestTransaction(async (db) => {
      const { change, open } = await createLiveAdmin(db)
      await completeOpeningChecklist(db)
      await open()
      expect((await change('contact', { phones: ['+91 40 6666 7777'] })).status).toBe(200)
      expect((await change('claims', {})).status).toBe(200)
    }))

  it('that sold before there was a checklist fills it step by step', () =>
    inTestTransaction(async (db) => {
      const { change, opening, missing, call } = await createLiveAdmin(db)
      await completeOpeningChecklist(db)
      await call('POST /api/admin/opening')
      await db.delete(settings)
      expect((await opening()).isOpen).toBe(true)
      expect((await change('contact', { phones: COMPLETE_CONTACT.phones })).status).toBe(200)
      const unset = ['claims', 'telephone', 'food-facts', 'sent-email']
      expect(await missing()).toEqual(OPENING_ITEMS.filter((name) => !unset.includes(name)))
    }))
})

describe('a claim', () => {
  it('without a source is refused in words beside it, and one that was kept so is not shown', () =>
    inTestTransaction(async (db) => {
      const { change } = await createLiveAdmin(db)
      const { customers } = DEFAULT_SETTINGS.claims
      for (const source of ['', '.', 'Invoices'])
        expect(await change('claims', { customers: { ...customers, isShown: true, source } })).toMatchObject({
          status: 400,
          answer: {
            issues: [
              {
                path: 'value.customers.source',
                message: 'Please name a source in three words or more, or hide this claim.',
              },
            ],
          },
        })
      const value = { ...DEFAULT_SETTINGS.claims, customers: { ...customers, isShown: true } }
      await db.insert(settings).values({ section: 'claims', version: 1, value })
      expect((await readPublicSettings(db)).claims).toEqual({})
      expect(
        (await change('claims', { customers: { ...customers, isShown: true, source: 'Invoices of 2025' } })).status,
      ).toBe(200)
      expect((await readPublicSettings(db)).claims).toEqual({ customers: { figure: '1000+', of: 'happy customers' } })
    }))
})

describe('a demo', () => {
  it('is open from the first start, and has nothing to open', () =>
    inTestTransaction(async (db) => {
      const { opening, open } = await createLiveAdmin(db, 'demo')
      expect(await opening()).toMatchObject({ mode: 'demo', isOpen: true })
      expect((await open()).status).toBe(409)
    }))
})

it('a contact that was kept before officers had a designation is read with an empty one', () =>
  inTestTransaction(async (db) => {
    const grievanceOfficer = { name: 'Asha Rao', email: 'asha@golconda.in', phone: '' }
    const value = { ...DEFAULT_SETTINGS.contact, grievanceOfficer } as Settings['contact']
    await db.insert(settings).values({ section: 'contact', version: 3, value })
    const { version, value: read } = await readVersionedSection(db, 'contact')
    expect(read.grievanceOfficer).toEqual({ ...grievanceOfficer, designation: '' })
    const { call } = await createLiveAdmin(db)
    expect((await call('PUT /api/admin/settings/contact', { version, value: read })).status).toBe(200)
  }))
