import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'

/** One of OWASP's recommended settings; 32 MB and about a third of a second. Stored with each hash, so it can grow. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

/** The password with a salt of its own as `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn('known', () => derive(password, { salt, ...COST }))
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether the password is the hashed one. Without a hash the answer is no, after the same time. Throws an `unavailable`
 * refusal when too many wait; `known` is for who cannot be one of a flood, and goes first.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  who: Waiting = 'stranger',
): Promise<boolean> {
  const [, N, r, p, salt = '', stored = ''] = (hash ?? NOBODYS_HASH).split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const deriving = inTurn(who, () => derive(password, { salt: Buffer.from(salt, 'base64url'), ...cost }))
  // Others are served meanwhile.
  const key = await releaseSlotWhile(deriving)
  const wanted = Buffer.from(stored, 'base64url')
  return wanted.length === key.length && timingSafeEqual(wanted, key) && Boolean(hash)
}

/** No password has this key; only its cost matters. */
const NOBODYS_HASH = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$')

/** Node has four threads for this and for packing pages: two are left for the pages. */
const AT_ONCE = 2
/** Of either kind. The last of eight waits for about a second. */
const WAITING_AT_MOST = 8

type Waiting = 'known' | 'stranger'
const queues: Record<Waiting, (() => void)[]> = { known: [], stranger: [] }
let atWork = 0

async function inTurn<T>(who: Waiting, work: () => Promise<T>): Promise<T> {
  if (atWork < AT_ONCE) atWork += 1
  else await placeInQueue(who)
  try {
    return await work()
  } finally {
    const next = queues.known.shift() ?? queues.stranger.shift()
    if (next) next()
    else atWork -= 1
  }
}

async function placeInQueue(who: Waiting): Promise<void> {
  if (queues[who].length >= WAITING_AT_MOST)
    throw new DomainError(
      'unavailable',
      'Too many passwords are being checked just now. Please try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    )
  await new Promise<void>((resolve) => queues[who].push(resolve))
}

function derive(password: string, { salt, ...cost }: ScryptOptions & { salt: Buffer }): Promise<Buffer> {
  // Unicode can write the same letter in several ways; keyboards differ in which.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
