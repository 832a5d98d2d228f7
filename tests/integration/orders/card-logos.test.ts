import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { eraseCustomerData, eraseFinishedOrders } from '#src/app/personal-data/erase-customer.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { cardLogos } from '#src/features/orders/card-logo/card-logos.table.server.ts'
import { Order } from '#src/features/orders/orders.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createPixelBomb, drawLogo, insertCardLogo, UNPRINTABLE } from '#tests/factories/card-logos.ts'
import { GIFT } from '#tests/factories/gifts.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'
import { createParcels, startParcels } from '#tests/factories/parcels.ts'
import { createCheckout, createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const NOT_PRINTABLE = 'We can print a PNG, a JPEG or a WebP, no SVG. Please save your logo as one of these.'
const GONE = 'We do not have your logo any more. Please upload it again.'

const formWith = (...files: Uint8Array[]) => {
  const form = new FormData()
  for (const file of files) form.append('logo', new File([new Uint8Array(file)], 'logo.png', { type: 'image/png' }))
  return form
}

async function openLogoShop(db: Db) {
  const shop = await openParcelShop(db)
  const send = (path: string, as?: { cookie: string }, init: RequestInit = {}) =>
    shop.api.request(`/api${path}`, { ...init, headers: { origin: 'http://localhost', cookie: as?.cookie ?? '' } })
  const upload = async (form: FormData, as = shop.customer) => {
    const answer = await send('/card-logos', as, { method: 'POST', body: form })
    return { status: answer.status, answer: await answer.json() }
  }
  const count = () => db.$count(cardLogos)
  /** Sends gifts to several people; all their cards have the logo. */
  const order = async (cardLogoId: string, people = 3) => {
    const { context, customer, product } = shop
    const wanted = { customer, product, parcels: createParcels(people), checkout: { cardLogoId } }
    await simulatePayment(context, (await startParcels(context, wanted)).clientTxnId)
    return db.select().from(orders).where(eq(orders.cardLogoId, cardLogoId)).orderBy(orders.parcelNumber)
  }
  const logoOf = (customer = shop.customer) => insertCardLogo(db, customer, shop.context.now())
  return { ...shop, send, upload, count, order, logoOf }
}

describe('the logo for a card', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is taken as %s, and loses its metadata', (format) =>
    inTestTransaction(async (db) => {
      const { upload, send, customer } = await openLogoShop(db)
      const { status, answer } = await upload(formWith(await drawLogo(format)))
      expect([status, answer]).toEqual([201, { id: expect.any(String), width: 600, height: 240 }])
      const read = await send(`/card-logos/${answer.id}`, customer)
      expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(read.headers.get('cache-control')).toBe('private, no-store')
      const { format: stored, exif } = await sharp(Buffer.from(await read.arrayBuffer())).metadata()
      expect([stored, exif]).toEqual(['webp', undefined])
    }),
  )

  it('is sent to its customer and to admins only', () =>
    inTestTransaction(async (db) => {
      const { send, customer, admin, logoOf } = await openLogoShop(db)
      const id = await logoOf()
      const other = await createCustomer(db)
      const statuses = async (path: string) =>
        [await send(path), await send(path, other), await send(path, customer), await send(path, admin)].map(
          ({ status }) => status,
        )
      expect(await statuses(`/card-logos/${id}`)).toEqual([401, 404, 200, 404])
      expect(await statuses(`/admin/card-logos/${id}`)).toEqual([401, 403, 403, 200])
      expect((await send('/card-logos/1', customer)).status).toBe(404)
    }))

  it.each(Object.entries(UNPRINTABLE))('is refused in words as %s that is called logo.png', (_, make) =>
    inTestTransaction(async (db) => {
      const { upload, count } = await openLogoShop(db)
      expect(await upload(formWith(await make()))).toMatchObject({ status: 400, answer: { message: NOT_PRINTABLE } })
      expect(await count()).toBe(0)
    }),
  )

  it('is refused when it is too large, has too many pixels, or is not one file', () =>
    inTestTransaction(async (db) => {
      const { upload, send, count } = await openLogoShop(db)
      const large = { message: 'Please choose a logo smaller than 2 MB.' }
      const megabytes = (size: number) => formWith(new Uint8Array(size * 1024 * 1024 + 1))
      expect(await upload(megabytes(3))).toMatchObject({ status: 413, answer: large })
      expect(await upload(megabytes(2))).toMatchObject({ status: 400, answer: large })
      const { status, answer } = await upload(formWith(createPixelBomb()))
      expect([status, answer.message]).toEqual([400, expect.stringContaining('too many pixels')])
      const logo = await drawLogo()
      for (const form of [new FormData(), formWith(logo, logo)]) expect((await upload(form)).status).toBe(400)
      expect((await send('/card-logos', undefined, { method: 'POST', body: formWith(logo) })).status).toBe(401)
      expect(await count()).toBe(0)
    }))

  it('is refused in a form of many parts, before these are read', () =>
    inTestTransaction(async (db) => {
      const { upload, count } = await openLogoShop(db)
      const form = formWith(await drawLogo())
      for (let nth = 0; nth < 9; nth++) form.append(`note-${nth}`, '')
      expect((await upload(form)).status).toBe(201)
      form.append('one-more', '')
      expect(await upload(form)).toMatchObject({
        status: 400,
        answer: { message: 'Please send one picture as the field logo of a form.' },
      })
      expect(await count()).toBe(1)
    }))

  it('is uploaded one at a time by a customer, so that others can upload theirs', () =>
    inTestTransaction(async (db) => {
      const { upload } = await openLogoShop(db)
      const [logo, other] = [await drawLogo(), await createCustomer(db)]
      const answers = await Promise.all([upload(formWith(logo)), upload(formWith(logo)), upload(formWith(logo), other)])
      expect(answers.map(({ status }) => status)).toEqual([201, 503, 201])
      expect(answers[1]?.answer.message).toContain('Your other picture is still being uploaded.')
      expect((await upload(formWith(logo))).status).toBe(201)
    }))

  it('can be uploaded twenty times a day', () =>
    inTestTransaction(async (db) => {
      const { upload } = await openLogoShop(db)
      for (let sent = 0; sent < 20; sent++) expect((await upload(new FormData())).status).toBe(400)
      expect((await upload(formWith(await drawLogo()))).status).toBe(429)
    }))
})

it('the export of a customer has the logos', () =>
  inTestTransaction(async (db) => {
    const { send, customer, logoOf } = await openLogoShop(db)
    const id = await logoOf()
    const mine = await (await send('/auth/my-data', customer)).json()
    expect(mine.cardLogos).toMatchObject([{ id, webpAsBase64: expect.stringMatching(/^UklGR/) }])
  }))

describe('an order with a logo', () => {
  it('has it on the card of every parcel', () =>
    inTestTransaction(async (db) => {
      const { send, admin, customer, order, logoOf } = await openLogoShop(db)
      const id = await logoOf()
      const parcels = await order(id)
      expect(parcels).toHaveLength(3)
      const ids = parcels.map((parcel) => parcel.id).join(',')
      const page = await (await send(`/admin/print?kind=cards&ids=${ids}`, admin)).text()
      expect(page.split(`<img class="card-logo large" src="/api/admin/card-logos/${id}"`)).toHaveLength(4)
      const [shown] = Order.array().parse(await (await send('/orders', customer)).json())
      expect(shown?.cardLogoId).toBe(id)
      await expectInvariants(db)
    }))

  it('is refused with the logo of another customer, one that is gone, or none to send', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, logoOf } = await openLogoShop(db)
      const others = await logoOf(await createCustomer(db))
      for (const cardLogoId of [others, '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a']) {
        const refusal = { code: 'conflict', message: GONE }
        const checkout = createCheckout(product, { gift: GIFT, cardLogoId, amount: 1059 })
        await expect(initiatePayment(context, customer.id, checkout)).rejects.toMatchObject(refusal)
        const wanted = { customer, product, parcels: createParcels(2), checkout: { cardLogoId } }
        await expect(startParcels(context, wanted)).rejects.toMatchObject(refusal)
      }
      expect(await db.$count(orders)).toBe(0)
      const { error } = InitiatePayment.safeParse(createCheckout(product, { cardLogoId: others }))
      expect(error?.issues).toMatchObject([{ path: ['cardLogoId'], message: 'A logo goes on the card of a gift.' }])
    }))
})

describe('a logo is deleted', () => {
  it('a day after its upload, unless an order has it', () =>
    inTestTransaction(async (db) => {
      const { context, order, logoOf } = await openLogoShop(db)
      const [used] = [await logoOf(), await logoOf()]
      await order(used)
      const clean = () => enforceRetention(db, { now: context.now(), publicUrl: 'http://localhost:3000' })
      context.advanceMinutes(23 * 60)
      await clean()
      expect(await db.$count(cardLogos)).toBe(2)
      context.advanceMinutes(2 * 60)
      await clean()
      expect(onlyRow(await db.select().from(cardLogos)).id).toBe(used)
    }))

  it('with the account, once the last parcel has its card', () =>
    inTestTransaction(async (db) => {
      const { customer, order, logoOf, setStatus, count } = await openLogoShop(db)
      const used = await logoOf()
      const parcels = await order(used, 2)
      await logoOf()
      await deleteAccount(db, { user: customer, onDelete: eraseCustomerData })
      expect(onlyRow(await db.select().from(cardLogos))).toMatchObject({ id: used, userId: null })
      for (const { id } of parcels) for (const to of ['shipped', 'completed']) await setStatus(id, to)
      await eraseFinishedOrders(db)
      expect(await count()).toBe(0)
      expect((await db.select().from(orders)).map(({ cardLogoId }) => cardLogoId)).toEqual([null, null])
      await expectInvariants(db)
    }))

  it('with the orders whose retention is over', () =>
    inTestTransaction(async (db) => {
      const { context, order, logoOf, setStatus, count } = await openLogoShop(db)
      const parcels = await order(await logoOf(), 2)
      for (const { id } of parcels) for (const to of ['shipped', 'completed']) await setStatus(id, to)
      context.advanceMinutes(9 * 366 * 24 * 60)
      await eraseFinishedOrders(db, context.now())
      expect(await count()).toBe(0)
    }))
})
