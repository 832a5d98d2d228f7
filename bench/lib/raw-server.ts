import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The upper limit: sends the bytes and headers that its parent names to everyone. */
process.once('message', ({ headers, base64 }: { headers: Record<string, string>; base64: string }) => {
  const body = Buffer.from(base64, 'base64')
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit())
