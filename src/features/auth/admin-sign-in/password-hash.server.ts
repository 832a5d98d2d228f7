import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'

/** One of OWASP's recommended settings: 32 MB and about 300 ms. Stored with each hash, so it can change. */
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

let cost = PASSWORD_COST

export function setPasswordCost(next: typeof PASSWORD_COST): void {
  cost = next
}

/** Hashes a password as `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn('knownDevice', () => derive(password, { salt, ...cost }))
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Verifies a password, in the same time without a hash. Throws `unavailable` when the queue is full. */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  who: WaitingQueue = 'unknownDevice',
): Promise<boolean> {
  const [, N, r, p, salt = '', stored = ''] = (hash ?? dummyHash()).split('$')
  const hashedAt = { N: Number(N), r: Number(r), p: Number(p) }
  const deriving = inTurn(who, () => derive(password, { salt: Buffer.from(salt, 'base64url'), ...hashedAt }))
  // Other requests run meanwhile.
  const key = await releaseSlotWhile(deriving)
  const wanted = Buffer.from(stored, 'base64url')
  return wanted.length === key.length && timingSafeEqual(wanted, key) && Boolean(hash)
}

/** No password has this key; only its cost matters. */
const dummyHash = () => ['scrypt', cost.N, cost.r, cost.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$')

/** With two at once, wrong passwords took both cores from customers who pay. */
const CONCURRENCY = 1
/** Of each kind. The last of eight waits about three seconds. */
const MAX_QUEUED = 8

type WaitingQueue = 'knownDevice' | 'unknownDevice'
const queues: Record<WaitingQueue, (() => void)[]> = { knownDevice: [], unknownDevice: [] }
let atWork = 0

async function inTurn<T>(who: WaitingQueue, work: () => Promise<T>): Promise<T> {
  if (atWork < CONCURRENCY) atWork += 1
  else await placeInQueue(who)
  try {
    return await work()
  } finally {
    const next = queues.knownDevice.shift() ?? queues.unknownDevice.shift()
    if (next) next()
    else atWork -= 1
  }
}

/** Throws `unavailable` when no more passwords may wait. */
export function assertQueueHasRoom(who: WaitingQueue): void {
  if (queues[who].length >= MAX_QUEUED)
    throw new DomainError(
      'unavailable',
      'Too many passwords are being checked just now. Please try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    )
}

async function placeInQueue(who: WaitingQueue): Promise<void> {
  assertQueueHasRoom(who)
  await new Promise<void>((resolve) => queues[who].push(resolve))
}

function derive(password: string, { salt, ...cost }: ScryptOptions & { salt: Buffer }): Promise<Buffer> {
  // Keyboards differ in how they compose the same letter.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
