import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { recipientsApi } from './recipients.api.server.ts'
import { MAX_TABLE_BYTES } from './recipients.contract.ts'

const HEADING = 'First name,Last name,Phone,Address,City,State,PIN code,Landmark,Card text,Deliver on'
const MEERA = 'Meera,Iyer,98765 43210,12 Lake View Road,Chennai,Tamil Nadu,600028,,,'

const CELLS = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phone: '98765 43210',
  address: '12 Lake View Road',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600028',
  landmark: '',
  cardText: '',
  deliverOn: '',
}
const RECIPIENT = {
  shippingAddress: {
    firstName: 'Meera',
    lastName: 'Iyer',
    address: '12 Lake View Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600028',
  },
  phone: '+919876543210',
  cardText: '',
}

async function signIn(db: Db) {
  const api = createTestApi(recipientsApi({ db }))
  const customer = await createCustomer(db)
  const send = (table: string | Uint8Array<ArrayBuffer>, cookie = customer.cookie) =>
    api.request('/api/orders/recipients/read', {
      method: 'POST',
      body: table,
      headers: { 'content-type': 'text/csv', origin: 'http://localhost', cookie },
    })
  const read = async (table: string | Uint8Array<ArrayBuffer>) => {
    const answer = await send(table)
    return { status: answer.status, answer: await answer.json() }
  }
  return { api, send, read }
}

/** Reads a table with one row; its faults are written with their column. */
const expectFaults = (table: string, faults: string[]) =>
  inTestTransaction(async (db) => {
    const { read } = await signIn(db)
    const { answer } = await read(table)
    expect(answer.rows).toHaveLength(1)
    expect(
      answer.rows[0].faults.map(({ column, text }: { column: string; text: string }) => `${column}: ${text}`),
    ).toEqual(faults)
  })

const row = (change: Partial<typeof CELLS>) =>
  `${HEADING}\n${Object.values({ ...CELLS, ...change })
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(',')}\n`

/** As Excel writes them. */
const utf16 = (text: string, littleEndian = true) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(bytes.buffer)
}
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('a table of people', () => {
  it('is read row by row, and nothing is saved', () =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      const withWishes = `${HEADING}\n${MEERA}\nRavi,Rao,+91 90000 00001,"Plot 5, Road 2",Hyderabad,,500 034,Near the lake,"Dear {name}, thank you",5/12/2026\n`
      expect(await read(withWishes)).toEqual({
        status: 200,
        answer: {
          ignoredColumns: [],
          examples: 0,
          rows: [
            { row: 2, cells: CELLS, recipient: RECIPIENT, faults: [] },
            expect.objectContaining({
              row: 3,
              recipient: {
                shippingAddress: {
                  ...{ firstName: 'Ravi', lastName: 'Rao', address: 'Plot 5, Road 2', city: 'Hyderabad' },
                  ...{ state: 'Telangana', pincode: '500034', landmark: 'Near the lake' },
                },
                phone: '+919000000001',
                cardText: 'Dear {name}, thank you',
                deliverOn: '2026-12-05',
              },
            }),
          ],
        },
      })
    }))

  it.each([
    ['pasted from a spreadsheet', `${HEADING}\n${MEERA}`.replaceAll(',', '\t')],
    ['with semicolons and Windows lines', `${HEADING}\r\n${MEERA}\r\n`.replaceAll(',', ';')],
    ['whose separator Excel names', `sep=;\r\n${HEADING}\r\n${MEERA}\r\n`.replaceAll(',', ';')],
    ['in UTF-8 with its mark', `\ufeff${HEADING}\n${MEERA}`],
    ['in UTF-16', utf16(`\ufeff${HEADING}\r\n${MEERA}`.replaceAll(',', '\t'))],
    ['in UTF-16 the other way round', utf16(`\ufeff${HEADING}\r\n${MEERA}`, false)],
    ['in UTF-16 without its mark', utf16(`${HEADING}\r\n${MEERA}`)],
    [
      'with headings in capitals and another order',
      `CITY,PINCODE,Phone No.,STREET ADDRESS,surname,FIRSTNAME,State\nChennai,600028,98765 43210,12 Lake View Road,Iyer,Meera,TN`,
    ],
    [
      'with one name and two lines of address',
      'Name,Mobile,Address 1,Address 2,Town,Zip\nMeera Iyer,98765-43210,12,Lake View Road,Chennai,600028',
    ],
    [
      'with cells of several lines',
      `${HEADING}\n${MEERA.replace('12 Lake', '"12 Lake\nView Road"').replace(' View Road', '')}`,
    ],
    [
      'without the empty cells at the end',
      `${HEADING}\nMeera,Iyer,98765 43210,12 Lake View Road,Chennai,Tamil Nadu,600028`,
    ],
    [
      'with numbers as decimals',
      `${HEADING}\n${MEERA}`.replace('98765 43210', '9876543210.0').replace('600028', '600028.0'),
    ],
  ])('%s is understood', (_, table) =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      const { answer } = await read(table)
      const { address } = answer.rows[0].recipient.shippingAddress
      expect(['12 Lake View Road', '12, Lake View Road', '12 Lake, View Road']).toContain(address)
      expect(answer.rows).toEqual([
        expect.objectContaining({
          faults: [],
          recipient: { ...RECIPIENT, shippingAddress: { ...RECIPIENT.shippingAddress, address } },
        }),
      ])
    }),
  )

  it('of Excel on Windows has its accents', () =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      const { answer } = await read(windows1252(`${HEADING}\r\n${MEERA.replace('Meera', 'Zo\xe9')}\r\n`))
      expect(answer.rows[0].recipient.shippingAddress.firstName).toBe('Zoé')
    }))

  it('may have empty rows, and its rows are numbered as in the spreadsheet', () =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      const ravi = MEERA.replace('Meera', 'Ravi').replace('12 Lake', '"12\n Lake"').replace(' View Road', '')
      const { answer } = await read(`${HEADING}\n\n,,,,,,,,,\n${ravi}\n"",""\n${MEERA}\n\n\n`)
      expect(answer.rows.map(({ row, faults }: { row: number; faults: [] }) => [row, faults])).toEqual([
        [4, []],
        [6, []],
      ])
    }))

  it('says which columns nothing is read from', () =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      const { answer } = await read(`${HEADING},T-shirt,Team\n${MEERA},L,Sales`)
      expect(answer).toMatchObject({ ignoredColumns: ['T-shirt', 'Team'], rows: [{ faults: [] }] })
    }))

  it('from our template reads without a fault, and leaves its examples out', () =>
    inTestTransaction(async (db) => {
      const { api, read } = await signIn(db)
      const template = await api.request('/api/orders/recipients/template.csv')
      expect(template.headers.get('content-disposition')).toContain('people.csv')
      const text = await template.text()
      expect(await read(text)).toEqual({ status: 200, answer: { rows: [], ignoredColumns: [], examples: 2 } })
      expect((await read(`${text}${MEERA}`)).answer).toMatchObject({ rows: [{ row: 4, faults: [] }], examples: 2 })
      const own = await read(text.replace('98765 43210', '90000 00001').replace('98765 43211', '90000 00002'))
      expect(own.answer).toMatchObject({ rows: [{ faults: [] }, { faults: [] }], examples: 0 })
    }))
})

describe('a row is refused', () => {
  it.each<[string, Partial<typeof CELLS>, string]>([
    ['without a first name', { firstName: '' }, 'firstName: Please add the first name.'],
    ['without a last name', { lastName: ' ' }, 'lastName: Please add the last name.'],
    ['without a phone number', { phone: '' }, 'phone: Please add the phone number.'],
    ['without an address', { address: '' }, 'address: Please add the address.'],
    ['without a city', { city: '' }, 'city: Please add the city.'],
    ['without a PIN code', { pincode: '' }, 'pincode: Please add the PIN code.'],
    ['with a short PIN code', { pincode: '60002' }, 'pincode: A PIN code has six digits and does not begin with 0.'],
    ['with a PIN code that does not exist', { pincode: '100001' }, 'pincode: There is no PIN code 100001.'],
    ['whose PIN code and state disagree', { state: 'Kerala' }, 'state: PIN 600028 looks like Tamil Nadu, not Kerala.'],
    ['with a state that is none', { state: 'Bavaria' }, 'state: We do not know the state "Bavaria".'],
    [
      'without a state where the PIN code can be in two',
      { state: '', pincode: '507115' },
      'state: Please add the state: Telangana or Andhra Pradesh.',
    ],
    [
      'without a state where the PIN code is one of the army',
      { state: '', pincode: '900056' },
      'state: Please add the state.',
    ],
    ['with a foreign number', { phone: '+1 415 555 0100' }, 'phone: The courier can call Indian mobile numbers only.'],
    [
      'with a number of nine digits',
      { phone: '98765 4321' },
      'phone: Please enter an Indian mobile number with 10 digits.',
    ],
    [
      'with a number that the spreadsheet has shortened',
      { phone: '9.87654E+09' },
      'phone: The spreadsheet has shortened the number to 9.87654E+09. Please format the column as text, and enter it again.',
    ],
    ['with a failed look-up', { city: '#N/A' }, 'city: The spreadsheet has an error here (#N/A).'],
    ['with a formula', { city: '=A1' }, 'city: This begins with "=" like a formula. Please enter the text itself.'],
    [
      'with a formula that was escaped',
      { landmark: "'=1+1" },
      'landmark: This begins with "=" like a formula. Please enter the text itself.',
    ],
    [
      'with a sum',
      { address: '+12 Lake View Road' },
      'address: This begins with "+" like a formula. Please enter the text itself.',
    ],
    [
      'with a sum for a phone number',
      { phone: '+91+SUM(A1)' },
      'phone: This begins with "+" like a formula. Please enter the text itself.',
    ],
    [
      'with a function of Lotus',
      { firstName: '@SUM(1)' },
      'firstName: This begins with "@" like a formula. Please enter the text itself.',
    ],
    [
      'with a formula in full width',
      { lastName: '＝1' },
      'lastName: This begins with "＝" like a formula. Please enter the text itself.',
    ],
    ['with 201 letters for the card', { cardText: 'a'.repeat(201) }, 'cardText: The card has room for 200 letters.'],
    [
      'whose card is too long once the name is filled in',
      { cardText: `{name}${'a'.repeat(196)}` },
      'cardText: The card has room for 200 letters.',
    ],
    ['with an emoji on the card', { cardText: 'Happy Diwali 🎆' }, 'cardText: The card cannot print "🎆".'],
    [
      'whose name the card cannot print',
      { firstName: 'மீரா', cardText: 'Dear {name}' },
      'cardText: The card cannot print "மீ", "ரா".',
    ],
    [
      'with a placeholder that we do not fill in',
      { cardText: 'Dear {firstname}' },
      'cardText: The card fills in {name} only, not {firstname}.',
    ],
    [
      'with the month first',
      { deliverOn: '11/27/2026' },
      'deliverOn: Please enter the day like 27/11/2026, with the day first.',
    ],
    [
      'with a day that no calendar has',
      { deliverOn: '2026-02-30' },
      'deliverOn: Please enter the day like 27/11/2026, with the day first.',
    ],
    [
      'with a website in its address',
      { address: 'see www.example.com' },
      'address: Please leave out website addresses.',
    ],
    [
      'with an address of spaces',
      { address: `a${' '.repeat(60_000)}b` },
      'address: This has more than 2000 letters. Please shorten it.',
    ],
    [
      'with an address of accents',
      { address: `a${'\u0316\u0301'.repeat(60_000)}` },
      'address: This has more than 2000 letters. Please shorten it.',
    ],
    [
      'with an invisible letter',
      { city: 'Chen\u200bnai' },
      'city: This has invisible characters. Please type it instead of pasting it.',
    ],
  ])('%s', (_, change, fault) => expectFaults(row(change), [fault]))

  it('with each of its faults', () =>
    expectFaults(row({ firstName: '', phone: '12', pincode: '999', cardText: '☃' }), [
      'firstName: Please add the first name.',
      'phone: Please enter an Indian mobile number with 10 digits.',
      'pincode: A PIN code has six digits and does not begin with 0.',
      'cardText: The card cannot print "☃".',
    ]))

  it('with more cells than the heading', () =>
    expectFaults(`${HEADING}\n${MEERA},surplus`, [
      'null: This row has more cells than the heading. Perhaps a cell with a comma needs quotation marks.',
    ]))

  it('if it repeats an earlier one, however it is written', () =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      const again = MEERA.replace('Meera', 'MEERA')
        .replace('12 Lake', '12, Lake')
        .replace('98765 43210', '+919876543210')
      const other = MEERA.replace('12 Lake', '14 Lake')
      const { answer } = await read(
        `${HEADING}\n${MEERA}\n${other}\n${again.replace('12, Lake View Road', '"12, Lake View Road"')}`,
      )
      expect(answer.rows.map(({ faults }: { faults: { text: string }[] }) => faults.map(({ text }) => text))).toEqual([
        [],
        [],
        ['This is the same person and address as in row 2.'],
      ])
      expect(answer.rows[2].recipient).toBeNull()
    }))
})

describe('a table is refused', () => {
  const people = (count: number) =>
    `${HEADING}\n${Array.from({ length: count }, (_, nth) => MEERA.replace('12 Lake', `${nth} Lake`)).join('\n')}`

  it('with the 201st person, and says how many there are', () =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      expect((await read(people(200))).answer.rows).toHaveLength(200)
      expect(await read(people(201))).toMatchObject({
        status: 400,
        answer: {
          message: 'The table has 201 people. One order can go to at most 200. Please split the table.',
        },
      })
      expect((await read(people(3000))).answer.message).toContain('more than 2,000 people')
    }))

  it.each([
    ['that is empty', '', 'The table is empty.'],
    ['with a heading only', HEADING, 'The table has a heading, but no people.'],
    ['without a heading', MEERA, 'The columns First name, Last name, Phone, Address, City and PIN code are missing.'],
    ['without a column that is needed', 'Name,Mobile,Address,Town\nA B,1,2,3', 'The column PIN code is missing.'],
    [
      'with more than 100 columns',
      `${HEADING}${',Area'.repeat(91)}\n${MEERA}`,
      'The table has more than 100 columns. Please leave out what is not about people.',
    ],
    [
      'with two columns for one thing',
      `${HEADING},Mobile\n${MEERA},1`,
      'The columns "Phone" and "Mobile" mean the same.',
    ],
    ['whose quotation mark is open', `${HEADING}\n"Meera,Iyer\n`, 'A quotation mark may be missing.'],
    ['that is a workbook', 'PK\u0003\u0004', 'This is a workbook. Please save it as "CSV UTF-8"'],
    ['that is no text', 'a\0\0\0b', 'This is not a table of text.'],
  ])('%s', (_, table, message) =>
    inTestTransaction(async (db) => {
      const { read } = await signIn(db)
      expect(await read(table)).toMatchObject({ status: 400, answer: { message: expect.stringContaining(message) } })
    }),
  )

  it('that is too large', () =>
    inTestTransaction(async (db) => {
      const { send } = await signIn(db)
      expect((await send('a'.repeat(MAX_TABLE_BYTES + 1))).status).toBe(413)
    }))

  it('from a visitor, and after thirty in a minute', () =>
    inTestTransaction(async (db) => {
      const { send } = await signIn(db)
      expect((await send(`${HEADING}\n${MEERA}`, '')).status).toBe(401)
      const statuses = []
      for (let nth = 0; nth <= 30; nth++) statuses.push((await send(`${HEADING}\n${MEERA}`)).status)
      expect(statuses).toEqual([...Array(30).fill(200), 429])
    }))
})
