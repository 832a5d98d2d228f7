import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** One of OWASP's recommended settings; 32 MB and about a third of a second. Stored with each hash, so it can grow. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

/** The password with a salt of its own as `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, { salt, ...COST })
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password is the hashed one. Without a hash the answer is no, after the same time. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', stored = ''] = (hash ?? NOBODYS_HASH).split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const key = await derive(password, { salt: Buffer.from(salt, 'base64url'), ...cost })
  const wanted = Buffer.from(stored, 'base64url')
  return wanted.length === key.length && timingSafeEqual(wanted, key) && Boolean(hash)
}

/** No password has this key; only its cost matters. */
const NOBODYS_HASH = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$')

function derive(password: string, { salt, ...cost }: ScryptOptions & { salt: Buffer }): Promise<Buffer> {
  // Unicode can write the same letter in several ways; keyboards differ in which.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
