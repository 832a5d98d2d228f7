import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN, BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import {
  fewUploadsAtOnce,
  formWithFile,
  limitUpload,
  readSentFile,
  sendWebp,
  webpResponse,
} from '#src/server/http/picture-upload.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { FILE_TIMEOUT_MS } from '#src/server/routes/route-policy.server.ts'
import { createPrivateImage } from '#src/storage/private-image.server.ts'
import { LOGO_NOT_PRINTABLE, LOGO_TOO_LARGE, MAX_LOGO_BYTES, UploadedLogo } from './card-logo.contract.ts'
import { addCardLogo, readCardLogo } from './card-logos.server.ts'

const LOGO_LIMIT: RateLimit = { name: 'card-logo-user', max: 20, perSeconds: 24 * 3600 }
const UPLOAD_TIMEOUT_MS = 20_000
const FILE_LIMIT = { maxBytes: MAX_LOGO_BYTES, tooLarge: LOGO_TOO_LARGE }

/** Six hundred dots an inch at the size in which a card shows it. */
const PRINTED = { largest: { width: 1600, height: 320 }, quality: 92, refusal: LOGO_NOT_PRINTABLE }

const OneLogo = z.object({ id: z.uuid() })
const picture = webpResponse('The logo')

const uploadRoute = defineRoute('post', '/card-logos', {
  ...BUYING,
  body: { isFile: true, isStored: false, bodyTimeoutMs: UPLOAD_TIMEOUT_MS },
  timeoutMs: FILE_TIMEOUT_MS,
  summary: "Upload a logo for the cards of gifts, as the field 'logo' of a multipart form",
  description: 'A day later it is deleted, unless an order has its id as `cardLogoId`.',
  requestBody: formWithFile('logo'),
  created: ['The id of the logo', UploadedLogo],
  middleware: [fewUploadsAtOnce({ perPerson: 1 }), limitUpload(FILE_LIMIT)],
})

const logoRoute = defineRoute('get', '/card-logos/{id}', {
  ...BUYING,
  summary: 'Get an own logo',
  params: OneLogo,
  responses: picture,
})

const adminLogoRoute = defineRoute('get', '/admin/card-logos/{id}', {
  ...ADMIN,
  summary: 'Get the logo of a customer, to print it',
  params: OneLogo,
  responses: picture,
})

type CardLogosApi = { db: Db; now: () => Date }

export function cardLogosApi({ db, now }: CardLogosApi) {
  const api = createApiRouter()
  api.openapi(uploadRoute(db), async (c) => {
    const { id: userId } = c.get('user')
    await consumeLimit(db, LOGO_LIMIT, userId)
    const file = await readSentFile(c.req.raw, 'logo', FILE_LIMIT)
    const image = await createPrivateImage(file, PRINTED)
    return c.json(await addCardLogo(db, { userId, image, now: now() }), 201)
  })
  api.openapi(logoRoute(db), async (c) =>
    sendWebp(c, await readCardLogo(db, { id: c.req.valid('param').id, userId: c.get('user').id })),
  )
  api.openapi(adminLogoRoute(db), async (c) => sendWebp(c, await readCardLogo(db, { id: c.req.valid('param').id })))
  return api
}
