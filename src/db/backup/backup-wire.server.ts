import type { Readable } from 'node:stream'
import type { BackupPart } from './export-data.server.ts'

const LINE_FEED = 0x0a

export async function* encodeParts(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const { data, ...rest } = 'data' in part ? part : { ...part, data: undefined }
    yield Buffer.from(`${JSON.stringify({ ...rest, bytes: data?.length ?? 0 })}\n`)
    if (data) yield data
  }
}

export async function* decodeParts(stream: Readable): AsyncGenerator<BackupPart> {
  const reader = createReader(stream)
  for (;;) {
    const { bytes, ...part } = JSON.parse(String(await reader.untilLineFeed()))
    if (part.format === 1)
      throw new Error(
        'The running shop is of an older version. Take the backup with the command of its own folder, then name that file to test-upgrade',
      )
    yield bytes > 0 ? { ...part, data: await reader.exactly(bytes) } : part
    if ('sequences' in part) return
  }
}

function createReader(stream: Readable) {
  const pieces: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const next = async (): Promise<Buffer> => {
    const { value, done } = await pieces.next().catch((cause) => {
      throw new Error(INTERRUPTED, { cause })
    })
    if (done) throw new Error(INTERRUPTED)
    return value
  }
  const exactly = async (length: number): Promise<Buffer> => {
    const taken = [rest]
    for (let missing = length - rest.length; missing > 0; missing -= taken.at(-1)?.length ?? 0) taken.push(await next())
    const all = Buffer.concat(taken)
    rest = all.subarray(length)
    return all.subarray(0, length)
  }
  const untilLineFeed = async (): Promise<Buffer> => {
    for (;;) {
      const end = rest.indexOf(LINE_FEED)
      if (end >= 0) return exactly(end + 1)
      rest = Buffer.concat([rest, await next()])
    }
  }
  return { exactly, untilLineFeed }
}

const INTERRUPTED = 'The shop interrupted the backup. Try again.'
