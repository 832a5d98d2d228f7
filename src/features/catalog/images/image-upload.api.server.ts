import { z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#src/core/domain-error.ts'
import { MAX_IMAGE_BYTES } from '#src/core/images/uploaded-image.ts'
import type { Db } from '#src/db/database.server.ts'
import { recordChange } from '#src/features/audit/record-change.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { handleError } from '#src/server/http/error-handler.server.ts'
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
/** Room for the multipart envelope. */
const ENVELOPE_BYTES = 64 * 1024
/** Each upload holds a whole file in memory. */
const AT_ONCE = 4

const TOO_LARGE = 'Please select an image smaller than 5MB'

const limited = bodyLimit({
  maxSize: MAX_IMAGE_BYTES + ENVELOPE_BYTES,
  onError: (c) => c.json({ success: false, message: TOO_LARGE }, 413, { Connection: 'close' }),
})

/** Refuses before the body is read: many large files at once would fill the memory. */
function fewAtOnce() {
  let running = 0
  return createMiddleware(async (_c, next) => {
    if (running >= AT_ONCE)
      throw new DomainError('unavailable', 'Other pictures are being uploaded. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
    running += 1
    try {
      await next()
    } finally {
      running -= 1
    }
  })
}

const uploadRoute = defineRoute('post', '/upload', {
  ...ADMIN,
  body: { isFile: true, isStored: true },
  timeoutMs: FILE_TIMEOUT_MS,
  summary: "Upload an image as the field 'image' of a multipart form",
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
          required: ['image'],
        },
      },
    },
  },
  ok: ['The address of the image', z.object({ success: z.literal(true), imageUrl: z.string(), message: z.string() })],
  middleware: [fewAtOnce(), limited],
})

type ImageUploadApi = { db: Db; storage: ObjectStorage }

export function imageUploadApi({ db, storage }: ImageUploadApi) {
  const api = createApiRouter()
  // The specification requires `success` in every response of this call.
  api.onError((error, c) => handleError(error instanceof DomainError ? withoutSuccess(error) : error, c))
  api.openapi(uploadRoute(db), async (c) => {
    await consumeLimit(db, UPLOAD_LIMIT, c.var.user.id)
    const file = await sentPicture(c.req.raw)
    const imageUrl = await storeImage(storage, await createImageVariants(Buffer.from(await file.arrayBuffer())))
    await recordChange(db, {
      by: c.var.user,
      entity: 'picture',
      entityId: imageUrl,
      action: 'create',
      after: { imageUrl, bytes: file.size },
    })
    return c.json({ success: true as const, imageUrl, message: 'The picture is uploaded.' }, 200)
  })
  return api
}

const withoutSuccess = ({ code, message, details }: DomainError) =>
  new DomainError(code, message, { ...details, success: false })

async function sentPicture(request: Request): Promise<File> {
  const form = await request.formData().catch(() => undefined)
  const [file, ...others] = form?.getAll('image') ?? []
  if (!(file instanceof File) || others.length > 0 || file.size === 0)
    throw new DomainError('invalid', 'Please send one picture as the field image of a form.')
  if (file.size > MAX_IMAGE_BYTES) throw new DomainError('invalid', TOO_LARGE)
  return file
}
