import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { decryptText, encryptText } from '#src/server/config/encryption.server.ts'
import { pushKeys } from './push-keys.table.server.ts'

export type PushKeys = { publicKey: string; privateKey: KeyObject }

/** Reads the shop's key pair, or creates it. A new SESSION_SECRET needs a new pair: it cannot decrypt the old one. */
export async function loadPushKeys(db: Db): Promise<PushKeys> {
  const stored = await storedKeys(db)
  if (stored) {
    const known = decrypted(stored)
    if (known) return known
  }
  const made = encryptedPair()
  if (stored) await db.update(pushKeys).set(made).where(eq(pushKeys.encryptedPrivateKey, stored.encryptedPrivateKey))
  else await db.insert(pushKeys).values(made).onConflictDoNothing()
  const keys = decrypted(onlyRow(await db.select().from(pushKeys)))
  if (!keys) throw new Error('Another process writes push keys with another SESSION_SECRET')
  return keys
}

const storedKeys = async (db: Db) => (await db.select().from(pushKeys))[0]

type Stored = Pick<typeof pushKeys.$inferSelect, 'publicKey' | 'encryptedPrivateKey'>

const contextOf = (publicKey: string) => ({ purpose: 'push keys', of: publicKey })

function decrypted({ publicKey, encryptedPrivateKey }: Stored): PushKeys | undefined {
  const jwk = decryptText(encryptedPrivateKey, contextOf(publicKey))
  return jwk === undefined
    ? undefined
    : { publicKey, privateKey: createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' }) }
}

function encryptedPair(): Stored {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const coordinates = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  const publicKey = Buffer.concat([Buffer.of(4), ...coordinates]).toString('base64url')
  return { publicKey, encryptedPrivateKey: encryptText(JSON.stringify(jwk), contextOf(publicKey)) }
}
