import { createServer, request } from 'node:http'

/** The upper limit: the same bytes and headers for everyone. */
const headers = Object.fromEntries(JSON.parse(process.env.RAW_HEADERS ?? '[]') as [string, string][])
const packed = await packedBytes(process.env.RAW_FROM ?? '')

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(packed)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

/** `fetch` would decompress them. */
function packedBytes(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve(Buffer.concat(parts)))
    })
      .on('error', reject)
      .end()
  })
}
