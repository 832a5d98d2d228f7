import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Adds a round trip of `ms`, half in each direction. Locally, all images would arrive before the first frame. */
export async function startLatencyProxy(url: string, ms: number): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(url)
  const relay = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    passOn(near, far, ms / 2)
    passOn(far, near, ms / 2)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`, stop: () => relay.close() }
}

function passOn(from: Socket, to: Socket, ms: number): void {
  from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), ms))
  from.on('end', () => setTimeout(() => to.end(), ms))
  from.on('error', () => to.destroy())
}
