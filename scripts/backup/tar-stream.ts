import { createHash } from 'node:crypto'
import { Header } from 'tar'

export type TarEntry = { name: string; size: number; content: Iterable<Buffer> | AsyncIterable<Buffer> }

const BLOCK = 512

/** A tar file of these entries. `onHashed` gets the SHA-256 of each before the next one is asked for. */
export async function* packTar(
  entries: AsyncIterable<TarEntry>,
  onHashed: (name: string, sha256: string) => void,
): AsyncGenerator<Buffer> {
  for await (const { name, size, content } of entries) {
    const header = new Header({ path: name, size, mode: 0o600, type: 'File', mtime: new Date() })
    const block = Buffer.alloc(BLOCK)
    header.encode(block, 0)
    yield block
    const hash = createHash('sha256')
    let length = 0
    for await (const piece of content) {
      length += piece.length
      hash.update(piece)
      yield piece
    }
    if (length !== size) throw new Error(`${name} changed while it was read. Try again.`)
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
    onHashed(name, hash.digest('hex'))
  }
  yield Buffer.alloc(2 * BLOCK)
}
