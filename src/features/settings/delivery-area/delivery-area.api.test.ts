import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { servedPincodes } from '#src/features/settings/settings.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { deliveryAreaApi } from './delivery-area.api.server.ts'
import { isServedPincode } from './served-pincodes.server.ts'

const AREA = '/api/admin/delivery-area'

async function openSettings(db: Db) {
  const { ask, call } = await createAdminClient(db, deliveryAreaApi({ db }))
  const send = async (what: string, text: string) => {
    const answer = await ask(`POST ${AREA}/${what}`, new TextEncoder().encode(text), { 'content-type': 'text/csv' })
    return { status: answer.status, answer: await answer.json() }
  }
  const check = (list: string, text: string) => send(`${list}?dryRun=true`, text)
  const replace = async (list: string, text: string) =>
    send(`${list}?plan=${(await check(list, text)).answer.plan}`, text)
  const download = async (list: string) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await ask(`GET ${AREA}/${list}.csv`)).arrayBuffer())
  return { call, send, check, replace, download }
}

const LIST = 'pincode,place\n500034,Banjara Hills\n600001,Chennai\n'

describe('the PIN codes that the courier serves', () => {
  it('are replaced as a whole once the file was checked, and the audit log says so', () =>
    inTestTransaction(async (db) => {
      const { call, check, replace } = await openSettings(db)
      expect(await isServedPincode(db, '110001')).toBe(true)
      expect((await check('pincodes', LIST)).answer).toMatchObject({ rows: 2, added: 2, removed: 0, applied: false })
      expect(await db.$count(servedPincodes)).toBe(0)
      expect((await replace('pincodes', LIST)).answer).toMatchObject({ applied: true })
      expect((await replace('pincodes', 'PIN code\n600001\n700001\n')).answer).toMatchObject({
        ...{ rows: 2, added: 1, changed: 1, removed: 1 },
      })
      expect(await Promise.all(['600001', '700001', '500034'].map((pin) => isServedPincode(db, pin)))).toEqual([
        true,
        true,
        false,
      ])
      expect(await call(`GET ${AREA}`)).toMatchObject({
        answer: { pincodes: 2, zones: DEFAULT_SETTINGS.delivery.zones.length },
      })
      const entries = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(entries).toMatchObject([
        { entityId: 'served-pincodes', before: { served: 'everywhere' }, after: { served: '2 PIN codes', added: 2 } },
        { entityId: 'served-pincodes', after: { added: 1, changed: 1, removed: 1 } },
      ])
    }))

  it('go away with one call, and parcels go everywhere again', () =>
    inTestTransaction(async (db) => {
      const { call, replace } = await openSettings(db)
      await replace('pincodes', LIST)
      expect((await call(`DELETE ${AREA}/pincodes`)).status).toBe(200)
      expect((await call(`DELETE ${AREA}/pincodes`)).status).toBe(200)
      expect(await isServedPincode(db, '110001')).toBe(true)
      const entries = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(entries.map(({ after }) => after?.served)).toEqual(['2 PIN codes', 'everywhere'])
    }))

  it.each([
    [
      'a byte order mark, semicolons and Windows lines',
      '\ufeffPIN code;Place\r\n500034;Banjara Hills\r\n"500 081";Madhapur\r\n',
    ],
    ['tabs and empty lines', 'PINCODE\tPLACE\n\n500034\tBanjara Hills\n\t\n500081\tMadhapur\n'],
  ])('come from a file with %s', (_, text) =>
    inTestTransaction(async (db) => {
      const { replace } = await openSettings(db)
      expect((await replace('pincodes', text)).answer).toMatchObject({ rows: 2, applied: true })
      expect(await db.select().from(servedPincodes).orderBy(servedPincodes.pincode)).toEqual([
        { pincode: '500034', place: 'Banjara Hills' },
        { pincode: '500081', place: 'Madhapur' },
      ])
    }),
  )

  it('are not changed by a file with faults, which are named by line', () =>
    inTestTransaction(async (db) => {
      const { check, replace } = await openSettings(db)
      const faulty = `pincode,place\n50003,Short\n012345,Zero\n,Empty\n=1+1,Formula\n500034,${'x'.repeat(101)}\n`
      const { answer } = await check('pincodes', faulty)
      expect(answer.problems).toMatchInlineSnapshot(`
        {
          "count": 5,
          "listed": [
            {
              "line": 2,
              "text": "PIN code: "50003" should have six digits, and no 0 in front.",
            },
            {
              "line": 3,
              "text": "PIN code: "012345" should have six digits, and no 0 in front.",
            },
            {
              "line": 4,
              "text": "PIN code: This is required.",
            },
            {
              "line": 5,
              "text": "PIN code: "=1+1" should have six digits, and no 0 in front.",
            },
            {
              "line": 6,
              "text": "Place: At most 100 letters, please.",
            },
          ],
        }
      `)
      expect(await replace('pincodes', faulty)).toMatchObject({
        status: 400,
        answer: { message: 'The file has errors. Nothing was changed.' },
      })
      expect(await db.$count(servedPincodes)).toBe(0)
    }))

  it('leave out what the file names twice, and say where', () =>
    inTestTransaction(async (db) => {
      const { replace } = await openSettings(db)
      const { answer } = await replace('pincodes', `${LIST}500034,Banjara Hills S.O\n500034,Road No. 12\n`)
      expect(answer).toMatchObject({ rows: 2, applied: true, problems: { count: 0 } })
      expect(answer.duplicates).toEqual({
        count: 2,
        listed: [
          { line: 4, text: '500034 is on line 2 too.' },
          { line: 5, text: '500034 is on line 2 too.' },
        ],
      })
    }))

  it.each([
    ['', 'The file is empty.'],
    ['pincode,place\n', 'The file has a heading, but no rows.'],
    ['place\nDelhi\n', 'The column "PIN code" is missing.'],
    ['pincode,city\n110001,Delhi\n', 'There is no column "city". The columns are PIN code, Place.'],
    [`pincode\n${'110001\n'.repeat(30_001)}`, 'The list can have at most 30,000 rows. The file has more.'],
  ])('do not come from such a file (%#)', (text, message) =>
    inTestTransaction(async (db) => {
      const { check } = await openSettings(db)
      expect(await check('pincodes', text)).toMatchObject({ status: 400, answer: { message } })
    }),
  )

  it('can be 30,000', () =>
    inTestTransaction(async (db) => {
      const { replace } = await openSettings(db)
      const text = Array.from({ length: 30_000 }, (_, nth) => 100_000 + nth).join('\n')
      expect((await replace('pincodes', `pincode\n${text}`)).answer).toMatchObject({ rows: 30_000, applied: true })
      expect(await db.$count(servedPincodes)).toBe(30_000)
    }))

  it('are not replaced by another file than the one that was checked, nor after a change', () =>
    inTestTransaction(async (db) => {
      const { check, send, replace } = await openSettings(db)
      const { plan } = (await check('pincodes', LIST)).answer
      expect((await send(`pincodes?plan=${plan}`, `${LIST}110001,Delhi\n`)).status).toBe(409)
      await replace('pincodes', 'pincode\n110001\n')
      expect((await send(`pincodes?plan=${plan}`, LIST)).status).toBe(409)
      expect((await send('pincodes', LIST)).status).toBe(400)
    }))

  it('are downloaded for Excel, where no cell is a formula', () =>
    inTestTransaction(async (db) => {
      const { download, check } = await openSettings(db)
      await db.insert(servedPincodes).values({ pincode: '500034', place: '=HYPERLINK("http://evil.example")' })
      const text = await download('pincodes')
      expect(text).toBe('\ufeff"PIN code","Place"\r\n"500034","\'=HYPERLINK(""http://evil.example"")"\r\n')
      expect((await check('pincodes', text)).answer).toMatchObject({ added: 0, changed: 0, removed: 0 })
    }))
})

describe('the zones', () => {
  const ZONE_FILE =
    'PIN begins,Place,From days,To days,Price,Free from\n500,Hyderabad,1,1,60,999\n1,North,3,5,,\n4,West,2,4,"₹ 1,200",\n'

  it('come from a file, with their prices, and leave the other settings of delivery alone', () =>
    inTestTransaction(async (db) => {
      const { replace, download, check } = await openSettings(db)
      expect((await replace('zones', ZONE_FILE)).answer).toMatchObject({ rows: 3, applied: true })
      const { zones, ...others } = await readSection(db, 'delivery')
      const { zones: _, ...usual } = DEFAULT_SETTINGS.delivery
      expect(others).toEqual(usual)
      expect(zones).toEqual([
        { prefix: '500', place: 'Hyderabad', from: 1, to: 1, fee: 60, freeFrom: 999 },
        { prefix: '1', place: 'North', from: 3, to: 5, fee: null, freeFrom: null },
        { prefix: '4', place: 'West', from: 2, to: 4, fee: 1200, freeFrom: null },
      ])
      expect((await check('zones', await download('zones'))).answer).toMatchObject({ added: 0, changed: 0, removed: 0 })
      expect(await db.select().from(auditLog)).toMatchObject([{ entity: 'settings', entityId: 'delivery' }])
    }))

  it('are refused by line when they cannot be', () =>
    inTestTransaction(async (db) => {
      const { check } = await openSettings(db)
      const head = 'prefix,place,from,to,fee,freeFrom\n'
      const rows = [
        '5000345,Long,1,2,,',
        '500,,1,2,,',
        '501,Late,5,2,,',
        '502,Days,x,2,,',
        '503,Price,1,2,free,',
        '504,Half,1,2,,500',
        '505,Once,1,2,,',
        '505,Twice,1,2,,',
      ]
      expect((await check('zones', head + rows.join('\n'))).answer.problems).toMatchInlineSnapshot(`
        {
          "count": 7,
          "listed": [
            {
              "line": 2,
              "text": "PIN begins: A PIN code begins with one to six digits.",
            },
            {
              "line": 3,
              "text": "Place: This is required.",
            },
            {
              "line": 4,
              "text": "To days: The last day cannot come before the first.",
            },
            {
              "line": 5,
              "text": "From days: Please enter a number of days.",
            },
            {
              "line": 6,
              "text": "Price: Please enter a valid amount.",
            },
            {
              "line": 7,
              "text": "Price: Please enter a price too, or leave both empty.",
            },
            {
              "line": 9,
              "text": "505 is on line 8 too.",
            },
          ],
        }
      `)
      const many = Array.from({ length: 201 }, (_, nth) => `${1000 + nth},Place,1,2,,`).join('\n')
      expect((await check('zones', head + many)).answer.message).toBe(
        'The list can have at most 200 rows. The file has more.',
      )
    }))

  it('have exceptions, which come from a file of their own', () =>
    inTestTransaction(async (db) => {
      const { replace, check, download } = await openSettings(db)
      const head = 'PIN begins;What the customer reads;Rejects orders\n'
      expect((await check('exceptions', `${head}744;Islands.;perhaps\n`)).answer.problems.listed).toEqual([
        { line: 2, text: 'Rejects orders: Please say yes or no.' },
      ])
      await replace('exceptions', `${head}744;We do not ship to the islands.;Yes\n900;By army post.;no\n`)
      expect((await readSection(db, 'delivery')).blocked).toEqual([
        { prefix: '744', text: 'We do not ship to the islands.', refusesOrders: true },
        { prefix: '900', text: 'By army post.', refusesOrders: false },
      ])
      expect(await download('exceptions')).toContain('"744","We do not ship to the islands.","yes"')
    }))
})
