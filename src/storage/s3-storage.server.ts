import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ObjectStorage } from './object-storage.server.ts'

export type S3Config = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const FOLDER = 'uploads/'
const TIMEOUT_MS = 8000
const RETRIES = 2

/**
 * A bucket of S3 or of anything that speaks like it, for any number of machines. Asked by path (endpoint/bucket/key),
 * because that works everywhere. The bucket may stay private: pictures are handed out by the shop, and kept by a CDN.
 */
export function createS3Storage({ endpoint, bucket, ...keys }: S3Config): ObjectStorage {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`
  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    client.fetch(`${root}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const addressOf = (name: string) => `/${FOLDER}${encodeURIComponent(name)}`

  return {
    // A file that was written by itself harms nobody: its name says what is in it, and whoever tries again needs it.
    put: async (files) => {
      for (const { name, type, data } of files) {
        const headers = {
          'content-type': type,
          'x-amz-content-sha256': createHash('sha256').update(data).digest('hex'),
        }
        await fine(await ask(addressOf(name), { method: 'PUT', headers, body: new Uint8Array(data) }))
      }
    },
    read: async (name) => {
      const answer = await ask(addressOf(name))
      if (answer.status === 404 || (await isHidden(answer))) return undefined
      return Buffer.from(await (await fine(answer)).arrayBuffer())
    },
    list: async () => {
      const found: { name: string; keptAt: Date }[] = []
      let token: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: FOLDER,
          ...(token && { 'continuation-token': token }),
        })
        const page = await (await fine(await ask(`?${query}`))).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({
            name: textIn(entry, 'Key').slice(FOLDER.length),
            keptAt: new Date(textIn(entry, 'LastModified')),
          })
        token = textIn(page, 'NextContinuationToken') || undefined
      } while (token)
      return found
    },
    delete: async (name) => {
      await fine(await ask(addressOf(name), { method: 'DELETE' }))
    },
  }
}

/** To a key that may not list the bucket, S3 does not tell what is absent from what is forbidden. A wrong key it names. */
const isHidden = async (answer: Response) =>
  answer.status === 403 && textIn(await answer.clone().text(), 'Code') === 'AccessDenied'

/** The words of the storage are for whoever runs the shop: in the log they name what is wrong with its keys or its bucket. */
async function fine(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const words = await answer.text()
  throw new Error(`The storage answered ${answer.status} ${textIn(words, 'Code')}: ${textIn(words, 'Message')}`)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What stands in the first element of this name. The answers that we read have no attributes and no sections. */
function textIn(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
}
