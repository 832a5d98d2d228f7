import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ne } from 'drizzle-orm'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { openShop } from '#src/features/settings/opening/opening.server.ts'
import { type Cluster, createCluster } from '#tests/chaos/cluster.ts'
import { insertCustomers } from '#tests/chaos/customers.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { completeOpeningChecklist, SENT_MESSAGE_KEY } from '#tests/factories/opening.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { startFakeRazorpay } from '#tests/fakes/razorpay.ts'
import { liveSettings } from '#tests/live-settings.ts'
import { listPostgresProcesses } from '../machine.ts'
import { startLoadBalancer } from '../proxies.ts'
import { setCpuWeights } from './cpu-weights.ts'

const CLOCK = path.join(import.meta.dirname, 'shifted-clock.ts')
const PRODUCTS = 30
/** Of one admin, because each is mailed every order. A session may make 300 calls a minute. */
const ADMIN_SESSIONS = 40
/** Enough to find the Message-ID. */
const HEADER_CHARACTERS = 4000

export type DiwaliShop = Awaited<ReturnType<typeof openDiwaliShop>>

/** A live shop of two processes on PostgreSQL, with a gateway and a mail server, behind a check of /readyz. */
export async function openDiwaliShop({ people, minFreeMb }: { people: number; minFreeMb: number }) {
  const ends: (() => void)[] = []
  const onEnd = (end: () => void) => void ends.push(end)
  const razorpay = await startFakeRazorpay(onEnd)
  const mail = await startMailServer({ onEnd, keepsCharacters: HEADER_CHARACTERS })
  const { RATE_LIMITS, PUBLIC_URL, ...live } = liveSettings({ mailUrl: mail.url, razorpayUrl: razorpay.url })
  const cluster = await createCluster({
    count: 2,
    isDurable: true,
    publicUrl: PUBLIC_URL,
    env: {
      ...live,
      RATE_LIMITS,
      TRUSTED_PROXIES: '127.0.0.1',
      MIN_FREE_MB: String(minFreeMb),
      NODE_OPTIONS: `--import=${CLOCK}`,
    },
  })
  const stock = await cluster.look(async (db) => {
    await completeOpeningChecklist(db)
    await openShop(db, {
      mode: 'live',
      countProductsOnSale: async () => ({ onSale: PRODUCTS, incomplete: 0 }),
      findMailProblem: async () => null,
      by: TEST_ADMIN,
    })
    const products = []
    for (let nth = 0; nth < PRODUCTS; nth++)
      products.push(await insertProduct(db, { stock: 10_000_000, pricePaise: (200 + nth * 10) * 100 }))
    const { id } = await createAdmin(db)
    const startOne = () => startSession(db, { userId: id, kind: 'admin' })
    const tokens = await Promise.all(Array.from({ length: ADMIN_SESSIONS }, startOne))
    const admins = tokens.map((token) => ({ cookie: `shop_session=${token}` }))
    return { products, customers: await insertCustomers(db, people), admins }
  })
  await cluster.open()
  const shops = cluster.shops.map(({ pid }) => pid)
  const cpu = setCpuWeights({ shops, database: listPostgresProcesses(cluster.server?.data ?? '') })
  const balancer = await startLoadBalancer()
  for (const url of cluster.urls) {
    void balancer.watch(url)
    while (!balancer.isReady(url)) await sleep(50)
  }
  const end = async () => {
    await cluster.end()
    cpu.reset()
    for (const one of ends) one()
  }
  return { razorpay, mail, cluster, stock, origin: PUBLIC_URL, isReady: balancer.isReady, weights: cpu.weights, end }
}

/** Compares the outbox with what arrived at the mail server; `lost` are subjects of e-mails. */
export async function compareMessages({ look }: Cluster, mails: { raw: string }[]) {
  const { id, channel, subject, sentAt, suppressedAt } = outboxMessages
  const rows = await look((db) =>
    db
      .select({ id, channel, subject, sentAt, suppressedAt })
      .from(outboxMessages)
      .where(ne(outboxMessages.idempotencyKey, SENT_MESSAGE_KEY)),
  )
  const arrived = Map.groupBy(mails, ({ raw }) => /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? '')
  const emails = rows.filter((row) => row.channel === 'email' && row.suppressedAt === null)
  return {
    queued: emails.length,
    sent: emails.filter((row) => row.sentAt !== null).length,
    lost: emails.filter((row) => row.sentAt !== null && !arrived.has(row.id)).map((row) => row.subject),
    waiting: emails.filter((row) => row.sentAt === null).length,
    doubles: [...arrived.values()].filter((copies) => copies.length > 1).length,
  }
}
