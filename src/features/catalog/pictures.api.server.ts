import { createRoute, z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { ShopError } from '#src/core/shop-error.ts'
import { MAX_PICTURE_BYTES } from '#src/core/uploaded-picture.ts'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { recordChange } from '#src/features/audit/audit.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { answerError } from '#src/platform/http-errors.server.ts'
import { makePictures } from '#src/platform/picture-maker.server.ts'
import { keepPicture } from '#src/platform/picture-shelf.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import type { Shelf } from '#src/platform/shelf.server.ts'

const UPLOADS: Limit = { name: 'upload-admin', max: 30, perSeconds: 3600 }
/** What a multipart form adds round the file. */
const ENVELOPE_BYTES = 64 * 1024
/** Each holds a whole file in memory. */
const AT_ONCE = 4

const TOO_LARGE = 'Please select an image smaller than 5MB'

const uploadRoute = createRoute({
  method: 'post',
  path: '/upload',
  summary: "The maker sends a picture as the field 'image' of a multipart form",
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
  responses: {
    200: {
      description: 'Where the picture is now',
      content: {
        'application/json': {
          schema: z.object({ success: z.literal(true), imageUrl: z.string(), message: z.string() }),
        },
      },
    },
  },
})

type PicturesApi = { db: Db; shelf: Shelf }

export function picturesApi({ db, shelf }: PicturesApi) {
  const api = apiRouter<SignedIn>()
  // The specification reads `success` in every answer of this call.
  api.onError((error, c) => answerError(error instanceof ShopError ? withoutSuccess(error) : error, c))
  const middleware = [requireAdmin(db), fewAtOnce(), limited]
  api.openapi({ ...uploadRoute, middleware }, async (c) => {
    await takeFromLimit(db, UPLOADS, c.var.user.id)
    const file = await sentPicture(c.req.raw)
    const imageUrl = await keepPicture(shelf, await makePictures(Buffer.from(await file.arrayBuffer())))
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

const limited = bodyLimit({
  maxSize: MAX_PICTURE_BYTES + ENVELOPE_BYTES,
  onError: (c) => c.json({ success: false, message: TOO_LARGE }, 413),
})

const withoutSuccess = ({ code, message, details }: ShopError) =>
  new ShopError(code, message, { ...details, success: false })

async function sentPicture(request: Request): Promise<File> {
  const form = await request.formData().catch(() => undefined)
  const [file, ...others] = form?.getAll('image') ?? []
  if (!(file instanceof File) || others.length > 0 || file.size === 0)
    throw new ShopError('invalid', 'Please send one picture as the field image of a form.')
  if (file.size > MAX_PICTURE_BYTES) throw new ShopError('invalid', TOO_LARGE)
  return file
}

/** Turned away before the file is read: many big files at once would fill the memory. */
function fewAtOnce() {
  let running = 0
  return createMiddleware(async (_c, next) => {
    if (running >= AT_ONCE)
      throw new ShopError('unavailable', 'Other pictures are being uploaded. Please try again in a moment.', {
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
