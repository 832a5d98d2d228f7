import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

const CHECK_EVERY_MS = 100

async function listen(onConnection: (near: Socket) => void): Promise<string> {
  const server = createServer({ noDelay: true, allowHalfOpen: true }, onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const connectTo = (url = '') =>
  connect({ host: '127.0.0.1', port: Number(new URL(url).port), noDelay: true, allowHalfOpen: true })

/** Adds a round trip of `ms`, half in each direction. Locally, all images would arrive before the first frame. */
export function startLatencyProxy(url: string, ms: number): Promise<string> {
  const delay = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), ms / 2))
    from.on('end', () => setTimeout(() => to.end(), ms / 2))
    from.on('error', () => to.destroy())
  }
  return listen((near) => {
    const far = connectTo(url)
    delay(near, far)
    delay(far, near)
  })
}

export type LoadBalancer = Awaited<ReturnType<typeof startLoadBalancer>>

/** A TCP load balancer: each connection goes to the next ready process (/readyz). It cannot repair broken responses. */
export async function startLoadBalancer() {
  const ready = new Set<string>()
  const check = async (shop: string): Promise<void> => {
    const answer = await fetch(`${shop}/readyz`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    ready[answer?.ok ? 'add' : 'delete'](shop)
    await answer?.arrayBuffer()
    setTimeout(check, CHECK_EVERY_MS, shop)
  }
  let turn = 0
  const url = await listen((near) => {
    turn += 1
    const [...some] = ready
    if (some.length === 0) near.destroy()
    else pipeline(near, connectTo(some[turn % some.length]), near, () => {})
  })
  return { url, watch: check, isReady: (shop: string) => ready.has(shop) }
}
