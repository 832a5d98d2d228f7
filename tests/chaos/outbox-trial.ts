import { setTimeout as sleep } from 'node:timers/promises'
import { and, isNotNull, isNull, like } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'
import { BATCH, SEND_SLOTS } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { liveSettings } from '#tests/live-settings.ts'
import { type Cluster, createCluster } from './cluster.ts'

type Trial = {
  isEmbedded: boolean
  processes?: number
  messages: number
  kills: number
  /** Frees what a killed process had claimed, instead of waiting for a minute. Only with one process. */
  isHurried?: boolean
  random?: () => number
}

/** Two of each worth. */
const KINDS = [
  ...['sign-in-code', 'invitation', 'order-paid', 'refund-done', 'order-shipped', 'ticket-reply'],
  ...['new-order', 'low-stock', 'back-in-stock', 'price-drop'],
] as MailKind[]

const { sentAt, lockedUntil } = outboxMessages
const isClaimed = and(isNull(sentAt), isNotNull(lockedUntil))

/** Queues e-mails that are due at once, kills the shop while it sends them, and compares what arrived with the outbox. */
export async function runOutboxTrial({ isEmbedded, processes = 1, messages, kills, ...given }: Trial) {
  const { isHurried = false, random = Math.random } = given
  const ends: (() => void)[] = []
  const mailServer = await startMailServer({ onEnd: (end) => void ends.push(end) })
  const env = liveSettings({ mailUrl: mailServer.url, razorpayUrl: 'http://127.0.0.1:9' })
  const cluster = await createCluster({ count: processes, isEmbedded, isDurable: true, env })
  const worth = await cluster.look((db) => queueShuffled(db, { messages, random }))
  await cluster.open()
  const began = performance.now()
  const arrived = () => new Set(mailServer.mails.map(messageIdOf).filter((id) => worth.has(id))).size
  const claimed = await killWhileSending(cluster, { kills, messages, random, isHurried, arrived })
  for (const giveUpAt = Date.now() + 240_000; arrived() < messages && Date.now() < giveUpAt; ) await sleep(50)
  const seconds = (performance.now() - began) / 1000
  // The answers to the last ones are stored.
  await sleep(500)
  await cluster.close()
  const rows = await cluster.look(listRows)
  await cluster.end()
  for (const end of ends) end()
  const copies = Map.groupBy(
    mailServer.mails.filter((mail) => worth.has(messageIdOf(mail))),
    messageIdOf,
  )
  const failed = new Set(rows.flatMap(({ id, lastError }) => (lastError === null ? [] : [id])))
  const doubles = [...copies].filter(([, mails]) => mails.length > 1)
  return {
    seconds,
    lost: messages - copies.size + rows.filter(({ sentAt }) => sentAt === null).length,
    differing: doubles.filter(([, mails]) => new Set(mails.map(textOf)).size > 1).length,
    doubles: doubles.length,
    /** A double needs an attempt that a kill or a failure cut off, such as a mail server that answers too late. */
    unexplained: rows.filter(({ id, attempts, lastError }) => {
      const arrived = copies.get(id)?.length ?? 0
      return arrived > attempts || (arrived > 1 && !claimed.has(id) && lastError === null)
    }).length,
    failed: failed.size,
    mostDoubles: kills * SEND_SLOTS + failed.size,
    late: countLate(
      [...copies.keys()].filter((id) => !claimed.has(id) && !failed.has(id)),
      worth,
    ),
    mostLate: processes * BATCH,
  }
}

async function listRows(db: Db) {
  const { id, attempts, lastError } = outboxMessages
  return db
    .select({ id, attempts, lastError, sentAt })
    .from(outboxMessages)
    .where(like(outboxMessages.idempotencyKey, 'trial:%'))
}

async function queueShuffled(db: Db, { messages, random }: Required<Pick<Trial, 'messages' | 'random'>>) {
  const kinds = Array.from({ length: messages }, (_, nth) => ({ nth, at: random() })).sort((a, b) => a.at - b.at)
  // One transaction: they are due at the same moment.
  await inTransaction(db, async (tx) => {
    for (const { nth } of kinds) {
      const kind = KINDS[nth % KINDS.length] as MailKind
      const mail = composeMail(kind, `Message ${nth}`, [`This is message ${nth}.`])
      await queueMessage(tx, { channel: 'email', to: `to-${nth}@example.com`, ...mail, idempotencyKey: `trial:${nth}` })
    }
  })
  const rows = await db.select({ id: outboxMessages.id, priority: outboxMessages.priority }).from(outboxMessages)
  return new Map(rows.map(({ id, priority }) => [id, priority]))
}

type Killing = Pick<Required<Trial>, 'kills' | 'messages' | 'random' | 'isHurried'> & { arrived: () => number }

/** Answers how often each message was claimed at the moment of a kill. */
async function killWhileSending(cluster: Cluster, { kills, messages, random, isHurried, arrived }: Killing) {
  const { shops, start, look } = cluster
  const claimed = new Map<string, number>()
  const opening = shops.map(async () => {})
  for (let kill = 0; kill < kills; kill++) {
    const nth = Math.floor(random() * shops.length)
    await opening[nth]
    const next = arrived() + 1 + random() * ((messages * 0.9 - arrived()) / (kills - kill))
    for (const giveUpAt = Date.now() + 120_000; arrived() < next && Date.now() < giveUpAt; ) await sleep(1)
    await shops[nth]?.kill()
    await look(async (db) => {
      const rows = await db.select({ id: outboxMessages.id }).from(outboxMessages).where(isClaimed)
      for (const { id } of rows) claimed.set(id, (claimed.get(id) ?? 0) + 1)
      if (isHurried) await db.update(outboxMessages).set({ lockedUntil: null }).where(isClaimed)
    })
    opening[nth] = start(nth).then(() => {})
  }
  await Promise.all(opening)
  return claimed
}

const messageIdOf = ({ raw }: { raw: string }) => /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? ''

/** Without the date and the boundaries, which differ in each attempt. */
const textOf = ({ raw }: { raw: string }) => raw.replace(/^Date: .*$/im, '').replace(/--_NmP-\w+/g, '')

/** The most messages of one worth that arrived after one of less worth. */
function countLate(arrivals: string[], worth: Map<string, number>): number {
  const late = new Map<number, number>()
  let lowest = 0
  for (const id of arrivals) {
    const own = worth.get(id) ?? 0
    if (own < lowest) late.set(own, (late.get(own) ?? 0) + 1)
    lowest = Math.max(lowest, own)
  }
  return Math.max(0, ...late.values())
}
