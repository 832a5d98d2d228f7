import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '#src/testing/postgres-server.ts'

const LOOK_EVERY_MS = 100

/** A TCP load balancer: each connection goes to the next ready process (/readyz). It cannot repair broken responses. */
export async function startLoadBalancer(shops: string[]) {
  const ready = new Set<string>()
  const look = async () => {
    await Promise.all(
      shops.map(async (shop) => {
        const answer = await fetch(`${shop}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
        if (answer?.ok) ready.add(shop)
        else ready.delete(shop)
        await answer?.arrayBuffer()
      }),
    )
    timer = setTimeout(look, LOOK_EVERY_MS)
  }
  let timer: NodeJS.Timeout | undefined
  await look()
  let turn = 0
  const server = createServer((visitor) => {
    turn += 1
    const known = shops.filter((shop) => ready.has(shop))
    // If none is ready, any may get it, as with real load balancers.
    const some = known.length > 0 ? known : shops
    const inTurn = some.map((_, nth) => some[(turn + nth) % some.length] ?? '')
    void putThrough(visitor, inTurn)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    isReady: (shop: string) => ready.has(shop),
    close: () => {
      clearTimeout(timer)
      server.close()
    },
  }
}

async function putThrough(visitor: Socket, shops: string[]): Promise<void> {
  visitor.on('error', () => {})
  for (const shop of shops) {
    const line = connect(Number(new URL(shop).port), '127.0.0.1')
    if (!(await isTaken(line))) continue
    line.on('error', () => visitor.destroy())
    visitor.on('close', () => line.destroy())
    line.on('close', () => visitor.end())
    visitor.pipe(line).pipe(visitor)
    return
  }
  visitor.destroy()
}

const isTaken = (line: Socket) =>
  new Promise<boolean>((resolve) => {
    line.once('connect', () => resolve(true))
    line.once('error', () => resolve(false))
  })
