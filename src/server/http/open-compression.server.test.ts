import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeEncoding, compressOpen, encodeEnd, MAX_END_BYTES } from './open-compression.server.ts'

const closed = (...all: Parameters<typeof closeEncoding>) => Buffer.concat(closeEncoding(...all))

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))

it('a compressed beginning and any end are one body in every encoding', () =>
  fc.assert(
    fc.asyncProperty(bytes(0, 3000), bytes(1, 600), async (start, end) => {
      const [beginning, ending] = [await compressOpen(start), encodeEnd(end)]
      const whole = Buffer.concat([start, end])
      expect(brotliDecompressSync(closed('br', beginning, ending))).toEqual(whole)
      expect(gunzipSync(closed('gzip', beginning, ending))).toEqual(whole)
      expect(closed('identity', beginning, ending)).toEqual(whole)
    }),
    { numRuns: 60 },
  ))

it('the longest end fits, and a longer or empty one is refused', async () => {
  const beginning = await compressOpen(Buffer.from('A page. '.repeat(9000)))
  const longest = Buffer.alloc(MAX_END_BYTES, 'x')
  for (const length of [1, 256, 65_534, MAX_END_BYTES]) {
    const end = encodeEnd(longest.subarray(0, length))
    expect(brotliDecompressSync(closed('br', beginning, end)).length).toBe(72_000 + length)
    expect(gunzipSync(closed('gzip', beginning, end)).length).toBe(72_000 + length)
  }
  expect(() => encodeEnd(Buffer.alloc(MAX_END_BYTES + 1))).toThrow(RangeError)
  expect(() => encodeEnd(Buffer.alloc(0))).toThrow(RangeError)
})

it('a cached body takes no more memory than its bytes', async () => {
  const beginning = await compressOpen(Buffer.from('A page. '.repeat(1000)))
  const end = encodeEnd(Buffer.from('Asha Rao'))
  for (const part of [beginning.br, beginning.gzip, beginning.identity, end.bytes, end.br, end.gzip])
    expect(part.buffer.byteLength).toBe(part.length)
})
