import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** Encrypts for this public key, as the command `age` does. */
export async function encrypt(bytes: AsyncIterable<Buffer>, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return readable(await encrypter.encrypt(webStream(Readable.from(bytes, { objectMode: false }))))
}

const MAGIC = 'age-encryption.org/'

/** The content of a backup file, which may be encrypted. `identityFile` has the secret key; `-` is standard input. */
export async function readDecrypted(file: string, identityFile: string | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file)
  if (!identityFile)
    throw new Error(
      `${file} is encrypted. Name the file with the secret key: --identity golconda-backup.key, or --identity - to paste it`,
    )
  const decrypter = new Decrypter()
  for (const identity of await identitiesIn(identityFile)) decrypter.addIdentity(identity)
  const content = createReadStream(file)
  return readable(
    await decrypter.decrypt(webStream(content)).catch((cause) => {
      content.destroy()
      throw new Error(`The key in ${identityFile} does not open ${file}`, { cause })
    }),
  )
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0).finally(() => handle.close())
  return buffer.toString('latin1') === MAGIC
}

/** The keys in a file that `age-keygen` wrote. */
async function identitiesIn(file: string): Promise<string[]> {
  // Not by the name /dev/stdin: only the operator, who opened it, may open the file again.
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  const keys = content.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0) throw new Error(`There is no secret key of age in ${file}`)
  return keys
}

const webStream = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
const readable = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream<Uint8Array>, { objectMode: false })
