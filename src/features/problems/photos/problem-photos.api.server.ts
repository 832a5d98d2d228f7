import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN, BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import {
  MAX_PHOTO_BYTES,
  PHOTO_NOT_READABLE,
  PHOTO_TOO_LARGE,
  UploadedPhoto,
} from '#src/features/problems/problems.contract.ts'
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
import { addProblemPhoto, readProblemPhoto } from './problem-photos.server.ts'

const PHOTO_LIMIT: RateLimit = { name: 'problem-photo-user', max: 20, perSeconds: 24 * 3600 }
const FILE_LIMIT = { maxBytes: MAX_PHOTO_BYTES, tooLarge: PHOTO_TOO_LARGE }
const SHOWN = { largest: { width: 1600, height: 1600 }, quality: 78, refusal: PHOTO_NOT_READABLE }

const OnePhoto = z.object({ id: z.uuid() })
const picture = webpResponse('The photo')

const uploadRoute = defineRoute('post', '/problem-photos', {
  ...BUYING,
  body: { isFile: true, isStored: false },
  timeoutMs: FILE_TIMEOUT_MS,
  summary: "Upload a photo for a report of a problem, as the field 'photo' of a multipart form",
  description: 'A day later it is deleted, unless a report has its id in `photoIds`.',
  requestBody: formWithFile('photo'),
  created: ['The id of the photo', UploadedPhoto],
  middleware: [fewUploadsAtOnce({ perPerson: 1 }), limitUpload(FILE_LIMIT)],
})

const photoRoute = defineRoute('get', '/problem-photos/{id}', {
  ...BUYING,
  summary: 'Get an own photo of a problem',
  params: OnePhoto,
  responses: picture,
})

const adminPhotoRoute = defineRoute('get', '/admin/problem-photos/{id}', {
  ...ADMIN,
  summary: 'Get a photo of a reported problem',
  params: OnePhoto,
  responses: picture,
})

type ProblemPhotosApi = { db: Db; now: () => Date }

export function problemPhotosApi({ db, now }: ProblemPhotosApi) {
  const api = createApiRouter()
  api.openapi(uploadRoute(db), async (c) => {
    const { id: userId } = c.get('user')
    await consumeLimit(db, PHOTO_LIMIT, userId)
    const { data } = await createPrivateImage(await readSentFile(c.req.raw, 'photo', FILE_LIMIT), SHOWN)
    return c.json(await addProblemPhoto(db, { userId, image: data, now: now() }), 201)
  })
  api.openapi(photoRoute(db), async (c) =>
    sendWebp(c, await readProblemPhoto(db, { id: c.req.valid('param').id, userId: c.get('user').id })),
  )
  api.openapi(adminPhotoRoute(db), async (c) =>
    sendWebp(c, await readProblemPhoto(db, { id: c.req.valid('param').id })),
  )
  return api
}
