import { promisify } from 'node:util'
import { brotliCompress, gzip, zstdCompress } from 'node:zlib'

export const compressBrotli = promisify(brotliCompress)
export const compressGzip = promisify(gzip)
export const compressZstd = promisify(zstdCompress)

type Encoding = 'br' | 'gzip' | 'zstd'

/** Named, and not refused by a weight of zero (RFC 9110, 12.5.3). */
const acceptPattern = (encoding: Encoding) => new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))`)
const ACCEPTED: Record<Encoding, RegExp> = {
  br: acceptPattern('br'),
  gzip: acceptPattern('gzip'),
  zstd: acceptPattern('zstd'),
}

/** Picks the first supported encoding that the `Accept-Encoding` header accepts. */
export function negotiateEncoding<Supported extends Encoding>(
  supported: readonly Supported[],
  accepted: string | null | undefined,
): Supported | undefined {
  return accepted ? supported.find((encoding) => ACCEPTED[encoding].test(accepted)) : undefined
}
