import { z } from '@hono/zod-openapi'
import { DomainError } from '#src/core/domain-error.ts'
import { MAX_IMAGE_BYTES } from '#src/core/images/uploaded-image.ts'
import type { Db } from '#src/db/database.server.ts'
import { recordChange } from '#src/features/audit/record-change.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { fewUploadsAtOnce, formWithFile, limitUpload, readSentFile } from '#src/server/http/picture-upload.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { FILE_TIMEOUT_MS } from '#src/server/routes/route-policy.server.ts'
import { storeImage } from '#src/storage/image-storage.server.ts'
import { createImageVariants } from '#src/storage/image-variants.server.ts'
import type { ObjectStorage } from '#src/storage/object-storage.server.ts'
import { MAX_PICTURES } from './picture-list.ts'

/** Thirty products an hour, each with all its pictures and its label. */
const UPLOAD_LIMIT: RateLimit = { name: 'upload-admin', max: 30 * (MAX_PICTURES + 1), perSeconds: 3600 }
const FILE_LIMIT = { maxBytes: MAX_IMAGE_BYTES, tooLarge: 'Please select an image smaller than 5MB' }

const uploadRoute = defineRoute('post', '/upload', {
  ...ADMIN,
  body: { isFile: true, isStored: true },
  timeoutMs: FILE_TIMEOUT_MS,
  summary: "Upload an image as the field 'image' of a multipart form",
  requestBody: formWithFile('image'),
  ok: ['The address of the image', z.object({ success: z.literal(true), imageUrl: z.string(), message: z.string() })],
  middleware: [fewUploadsAtOnce(), limitUpload(FILE_LIMIT, { success: false })],
})

type ImageUploadApi = { db: Db; storage: ObjectStorage }

export function imageUploadApi({ db, storage }: ImageUploadApi) {
  const api = createApiRouter()
  // The specification requires `success` in every response of this call.
  api.onError((error, c) => handleError(error instanceof DomainError ? withoutSuccess(error) : error, c))
  api.openapi(uploadRoute(db), async (c) => {
    await consumeLimit(db, UPLOAD_LIMIT, c.var.user.id)
    const file = await readSentFile(c.req.raw, 'image', FILE_LIMIT)
    const imageUrl = await storeImage(storage, await createImageVariants(file))
    await recordChange(db, {
      by: c.var.user,
      entity: 'picture',
      entityId: imageUrl,
      action: 'create',
      after: { imageUrl, bytes: file.length },
    })
    return c.json({ success: true as const, imageUrl, message: 'The picture is uploaded.' }, 200)
  })
  return api
}

const withoutSuccess = ({ code, message, details }: DomainError) =>
  new DomainError(code, message, { ...details, success: false })
