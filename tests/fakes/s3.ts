import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const REGION = 'ap-south-1'
const BUCKET = 'golconda-pictures'
const A_PAGE = 5
const MAX_SKEW_MS = 15 * 60_000

type Stored = { data: Buffer; type: string; at: Date }
type Answer = { status: number; body?: string | Buffer; type?: string }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Storage as documented by Amazon S3: PutObject, GetObject, DeleteObject, ListObjectsV2 and Signature Version 4. It
 * lists five entries a page, so that lists have several pages.
 */
export async function startFakeS3() {
  const stored = new Map<string, Stored>()
  let trouble: Answer | undefined
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const refused = trouble ?? refusalOf(request, body)
    const answer = refused ?? answerTo(stored, request, body)
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/xml' }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    s3: { endpoint, bucket: BUCKET, region: REGION, ...KEYS },
    stored,
    /** Answers every call like this from now on. */
    fails: (status: number, code = 'InternalError') => {
      trouble = error(status, code)
    },
  }
}

const error = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>As documented</Message></Error>`,
})

/** "Signature calculations for the Authorization header: transferring payload in a single chunk." */
function refusalOf(request: IncomingMessage, body: Buffer): Answer | undefined {
  const said = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!said) return error(403, 'AccessDenied')
  const [, keyId, scope = '', signedHeaders = '', signature = ''] = said
  const time = String(request.headers['x-amz-date'])
  const when = Date.parse(time.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (keyId !== KEYS.accessKeyId) return error(403, 'InvalidAccessKeyId')
  if (!(Math.abs(Date.now() - when) < MAX_SKEW_MS)) return error(403, 'RequestTimeTooSkewed')
  const payload = String(request.headers['x-amz-content-sha256'])
  const isOpen = payload === 'UNSIGNED-PAYLOAD' && body.length === 0
  if (!isOpen && payload !== sha256(body)) return error(400, 'XAmzContentSHA256Mismatch')
  const expected = signatureOf(request, { time, scope, signedHeaders, payload })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
    ? undefined
    : error(403, 'SignatureDoesNotMatch')
}

type Signing = { time: string; scope: string; signedHeaders: string; payload: string }

function signatureOf(request: IncomingMessage, { time, scope, signedHeaders, payload }: Signing): string {
  const url = new URL(request.url ?? '', 'http://double')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${time.slice(0, 8)}/${REGION}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  )
  const key = scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${KEYS.secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}

function answerTo(stored: Map<string, Stored>, request: IncomingMessage, body: Buffer): Answer {
  const url = new URL(request.url ?? '', 'http://double')
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
  const key = rest.join('/')
  if (bucket !== BUCKET) return error(404, 'NoSuchBucket')
  if (request.method === 'PUT') {
    stored.set(key, { data: body, type: request.headers['content-type'] ?? '', at: new Date() })
    return { status: 200 }
  }
  if (request.method === 'DELETE') {
    stored.delete(key)
    return { status: 204 }
  }
  if (key === '') return page(stored, url.searchParams)
  const found = stored.get(key)
  return found ? { status: 200, body: found.data, type: found.type } : error(404, 'NoSuchKey')
}

function page(stored: Map<string, Stored>, query: URLSearchParams): Answer {
  const keys = [...stored.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const after = query.get('continuation-token')
  const rest = after ? keys.filter((key) => `${key}&more` > after) : keys
  const entries = rest
    .slice(0, A_PAGE)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${stored.get(key)?.at.toISOString()}</LastModified></Contents>`,
    )
  const last = rest.length > A_PAGE ? rest[A_PAGE - 1] : undefined
  const next = last ? `<NextContinuationToken>${last}&amp;more</NextContinuationToken>` : ''
  return { status: 200, body: `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>` }
}
