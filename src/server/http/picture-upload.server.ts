import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#src/core/domain-error.ts'
import { sendTooLarge } from './request-checks.server.ts'

/** Each upload holds a whole file in memory. */
const AT_ONCE = 4
const ENVELOPE_BYTES = 64 * 1024
const MAX_PARTS = 10

/** Refuses before the body is read: many large files at once would fill the memory. `perPerson` leaves room for others. */
export function fewUploadsAtOnce({ perPerson = AT_ONCE } = {}) {
  const running = new Map<symbol, string>()
  return createMiddleware<{ Variables: { user: { id: string } } }>(async (c, next) => {
    const { id } = c.get('user')
    const own = [...running.values()].filter((userId) => userId === id).length
    if (running.size >= AT_ONCE || own >= perPerson)
      throw new DomainError('unavailable', own > 0 ? OWN_PICTURE : OTHER_PICTURES, { retryAfterSeconds: 5 })
    const upload = Symbol(id)
    running.set(upload, id)
    try {
      await next()
    } finally {
      running.delete(upload)
    }
  })
}

const OTHER_PICTURES = 'Other pictures are being uploaded. Please try again in a moment.'
const OWN_PICTURE = 'Your other picture is still being uploaded. Please try again in a moment.'

type Limit = { maxBytes: number; tooLarge: string }

export const limitUpload = ({ maxBytes, tooLarge }: Limit, details: object = {}) =>
  bodyLimit({
    maxSize: maxBytes + ENVELOPE_BYTES,
    onError: (c) => sendTooLarge(c, tooLarge, details),
  })

/** The body of a form with one file, for the API document. */
export const formWithFile = (field: string) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: { [field]: { type: 'string' as const, contentMediaType: 'application/octet-stream' } },
        required: [field],
      },
    },
  },
})

export async function readSentFile(request: Request, field: string, { maxBytes, tooLarge }: Limit): Promise<Buffer> {
  const form = await readSmallForm(request).catch(() => undefined)
  const [file, ...others] = form?.getAll(field) ?? []
  if (!(file instanceof File) || others.length > 0 || file.size === 0)
    throw new DomainError('invalid', `Please send one picture as the field ${field} of a form.`)
  if (file.size > maxBytes) throw new DomainError('invalid', tooLarge)
  return Buffer.from(await file.arrayBuffer())
}

const BOUNDARY = /;\s*boundary="?([^";]+)/i

/** Counts the parts before they are parsed: a form of two megabytes has room for thousands of empty ones. */
async function readSmallForm(request: Request): Promise<FormData | undefined> {
  const type = request.headers.get('content-type') ?? ''
  const [, boundary] = BOUNDARY.exec(type) ?? []
  const body = Buffer.from(await request.arrayBuffer())
  if (boundary === undefined || hasMoreThan(MAX_PARTS + 1, { body, mark: `--${boundary.trim()}` })) return undefined
  return new Response(body, { headers: { 'content-type': type } }).formData()
}

function hasMoreThan(max: number, { body, mark }: { body: Buffer; mark: string }): boolean {
  let count = 0
  for (let at = body.indexOf(mark); at >= 0 && count <= max; at = body.indexOf(mark, at + mark.length)) count += 1
  return count > max
}

/** A private picture as it is stored, for the API document and as the answer. */
export const webpResponse = (description: string) => ({
  200: { description, content: { 'image/webp': { schema: z.string() } } },
})

export const sendWebp = (c: Context, image: Buffer) =>
  c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/webp' })
