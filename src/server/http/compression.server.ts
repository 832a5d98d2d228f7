import { promisify } from 'node:util'
import { brotliCompress, gzip, zstdCompress } from 'node:zlib'

export const compressBrotli = promisify(brotliCompress)
export const compressGzip = promisify(gzip)
export const compressZstd = promisify(zstdCompress)

type Packing = 'br' | 'gzip' | 'zstd'

/** Named, and not refused by a weight of nothing (RFC 9110, 12.5.3). */
const taken = (packing: Packing) => new RegExp(String.raw`\b${packing}\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))`)
const TAKEN: Record<Packing, RegExp> = { br: taken('br'), gzip: taken('gzip'), zstd: taken('zstd') }

/** The first of these packings that the `Accept-Encoding` of a request takes. */
export function negotiateEncoding<Ours extends Packing>(
  ours: readonly Ours[],
  accepted: string | null | undefined,
): Ours | undefined {
  return accepted ? ours.find((packing) => TAKEN[packing].test(accepted)) : undefined
}
