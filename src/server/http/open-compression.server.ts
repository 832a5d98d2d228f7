import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { compressForCache, copyUnpooled } from './compression.server.ts'

export const MAX_END_BYTES = 0xffff

/** Compresses the beginning of a body without ending the stream, so that `closeEncoding` can add another end each time. */
export async function compressOpen(beginning: Buffer) {
  return { ...(await compressForCache(beginning, { isOpen: true })), crc: crc32(beginning) }
}

export type BodyEnd = { bytes: Buffer; br: Buffer; gzip: Buffer; hash: string }

/** Encodes the end of a body as a stored block (RFC 1951, 3.2.4; RFC 7932, 9.2), which fits every beginning. */
export function encodeEnd(bytes: Buffer): BodyEnd {
  if (bytes.length === 0 || bytes.length > MAX_END_BYTES) throw new RangeError(`An end of ${bytes.length} bytes`)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 11)
  return {
    bytes: copyUnpooled(bytes),
    hash,
    br: copyUnpooled(brotliEnd(bytes)),
    gzip: copyUnpooled(storedBlock(bytes)),
  }
}

type Beginning = Awaited<ReturnType<typeof compressOpen>>

/** The parts of the body in turn: copying them together takes longer than sending them. */
export function closeEncoding(encoding: 'br' | 'gzip' | 'identity', beginning: Beginning, end: BodyEnd): Buffer[] {
  if (encoding === 'br') return [beginning.br, end.br]
  if (encoding === 'gzip') return [beginning.gzip, end.gzip, gzipTrailer(beginning, end)]
  return [beginning.identity, end.bytes]
}

/** ISLAST 0, MNIBBLES 4, MLEN - 1, ISUNCOMPRESSED 1, and an empty last meta-block. */
function brotliEnd(bytes: Buffer): Buffer {
  const header = Buffer.alloc(3)
  header.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3)
  return Buffer.concat([header, bytes, Buffer.from([0b11])])
}

function storedBlock(bytes: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(1, 0)
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([header, bytes])
}

function gzipTrailer({ identity, crc }: Beginning, { bytes }: BodyEnd): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(bytes, crc), 0)
  trailer.writeUInt32LE((identity.length + bytes.length) >>> 0, 4)
  return trailer
}
