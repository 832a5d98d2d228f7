import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

type Encoding = 'zstd' | 'br' | 'gzip'
type Compress = (bytes: Uint8Array, quality: number) => Promise<Buffer>

const [zstd, brotli, gzipped] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]
const COMPRESS: Record<Encoding, Compress> = {
  zstd: (bytes, quality) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: quality } }),
  br: (bytes, quality) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes, level) => gzipped(bytes, { level }),
}

/** For one client: a list of 78 kB takes 0.7 ms. Weaker zstd would push the home page past ten packets. */
const QUALITY_ONCE = { zstd: 6, br: 3, gzip: 1 }
/** For a cached response: half the time of the best quality for a few percent more bytes. */
const QUALITY_CACHED = { br: 8, gzip: 6 }
const MIN_BYTES = 1024

/** Named, and not refused by a weight of zero (RFC 9110, 12.5.3). */
const acceptPattern = (encoding: Encoding) => new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))`)
const ACCEPTED = { zstd: acceptPattern('zstd'), br: acceptPattern('br'), gzip: acceptPattern('gzip') }

const negotiate = <Supported extends Encoding>(supported: readonly Supported[], accepted: string | null | undefined) =>
  accepted ? supported.find((encoding) => ACCEPTED[encoding].test(accepted)) : undefined

/** A copy that keeps no other memory alive: small Buffers, and what zlib returns, are parts of blocks of 64 KB. */
export function copyUnpooled(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** Compresses a response in every encoding in which it is cached. Open streams are flushed, not ended. */
export async function compressForCache(identity: Buffer, { isOpen = false } = {}) {
  const [br, gzip] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY_CACHED.br },
      finishFlush: isOpen ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH,
    }),
    gzipped(identity, {
      level: QUALITY_CACHED.gzip,
      finishFlush: isOpen ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
    }),
  ])
  return { br: copyUnpooled(br), gzip: copyUnpooled(gzip), identity: copyUnpooled(identity) }
}

export const negotiateCached = (accepted: string | null | undefined) =>
  negotiate(['br', 'gzip'], accepted) ?? 'identity'

type Uncached = Pick<Response, 'body' | 'headers'>

/** Compresses a response once. Safe against BREACH: pages contain no secrets, and CSRF is checked by origin. */
export async function compressOnce(
  accepted: string | undefined,
  { body, headers }: Uncached,
): Promise<BodyInit | null> {
  if (!body) return null
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  if (bytes.length < MIN_BYTES) return bytes
  headers.append('vary', 'Accept-Encoding')
  const encoding = negotiate(['zstd', 'br', 'gzip'], accepted)
  if (!encoding) return bytes
  headers.set('content-encoding', encoding)
  return new Uint8Array(await COMPRESS[encoding](bytes, QUALITY_ONCE[encoding]))
}

/** Compresses the answers of a route to queries that are not cached. */
export const compressUncached: MiddlewareHandler = async (c, next) => {
  await next()
  c.res = new Response(await compressOnce(c.req.header('accept-encoding'), c.res), c.res)
}
