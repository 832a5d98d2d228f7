import { isExampleAddress } from '#src/core/shop-contact.ts'
import type { Db } from '#src/db/database.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'

const DAY_MS = 24 * 60 * 60_000
/** RFC 9116 recommends less than a year. Each answer counts again. */
const VALID_DAYS = 90

/** Writes security.txt (RFC 9116). It never names a sample address. */
export async function writeSecurityTxt(db: Db, { publicUrl, now }: { publicUrl: string; now: Date }): Promise<string> {
  const { emails } = await readSection(db, 'contact')
  const real = emails.filter(({ email }) => !isExampleAddress(email))
  const address = (path: string) => new URL(path, publicUrl).href
  const fields = {
    Contact: real[0] ? `mailto:${real[0].email}` : address('/contact'),
    Expires: new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString(),
    'Preferred-Languages': 'en',
    Canonical: address('/.well-known/security.txt'),
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
