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

/** Creates a storage in an S3 bucket, with path-style addresses. It can stay private: the shop serves the images. */
export function createS3Storage({ endpoint, bucket, ...keys }: S3Config): ObjectStorage {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`
  const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    client.fetch(`${root}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const addressOf = (name: string) => `/${FOLDER}${encodeURIComponent(name)}`

  return {
    // A partial upload is harmless: names are content hashes, and a retry reuses them.
    put: async (files) => {
      for (const { name, type, data } of files) {
        const headers = {
          'content-type': type,
          'x-amz-content-sha256': createHash('sha256').update(data).digest('hex'),
        }
        await assertOk(await send(addressOf(name), { method: 'PUT', headers, body: new Uint8Array(data) }))
      }
    },
    read: async (name) => {
      const answer = await send(addressOf(name))
      if (answer.status === 404 || (await isMissing(answer))) return undefined
      return Buffer.from(await (await assertOk(answer)).arrayBuffer())
    },
    list: async () => {
      const found: { name: string; storedAt: Date }[] = []
      let token: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: FOLDER,
          ...(token && { 'continuation-token': token }),
        })
        const page = await (await assertOk(await send(`?${query}`))).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({
            name: textIn(entry, 'Key').slice(FOLDER.length),
            storedAt: new Date(textIn(entry, 'LastModified')),
          })
        token = textIn(page, 'NextContinuationToken') || undefined
      } while (token)
      return found
    },
    delete: async (name) => {
      await assertOk(await send(addressOf(name), { method: 'DELETE' }))
    },
  }
}

/** Without ListBucket permission S3 answers 403 instead of 404. A wrong key has another code. */
const isMissing = async (answer: Response) =>
  answer.status === 403 && textIn(await answer.clone().text(), 'Code') === 'AccessDenied'

/** S3's error names wrong keys or buckets, for the log. */
async function assertOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const body = await answer.text()
  throw new Error(`The storage answered ${answer.status} ${textIn(body, 'Code')}: ${textIn(body, 'Message')}`)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first element of this name. These responses have no attributes or CDATA. */
function textIn(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
}
