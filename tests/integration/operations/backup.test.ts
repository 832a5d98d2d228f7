import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { readBackupHealth } from '#src/db/backup/backup-folder.server.ts'
import { openBackupSocket } from '#src/db/backup/backup-socket.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { TEST_DATABASE, testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { unpackBackup } from '../../../scripts/backup/backup-file.ts'
import { openTemporaryTarget, restoreBackup } from '../../../scripts/backup/restore-backup.ts'
import { takeBackup } from '../../../scripts/backup.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
})

/** What COPY escapes, and what some reader takes for the end of a line. */
const PASTED = 'One\u2028Two\tThree\\N\r\nFour\u0085"చాక్లెట్" \\ 🍫 \\.'

/** A shop with an admin and stories, as the commands see it. */
async function openShop(settings: Record<string, string> = {}) {
  const { pool, db } = await testDatabase()
  await createAdmin(db)
  const insert = 'insert into stories (title, content, author_name, emotion) values ($1, $1, $1, null)'
  await pool.query(insert, [PASTED])
  await pool.query(insert, [''])
  const [DATA_DIR, BACKUP_DIR] = [temporaryFolder(), temporaryFolder()]
  const place =
    TEST_DATABASE === 'postgres' ? { DATABASE_URL: String(pool.options.connectionString) } : await openToBackups()
  async function openToBackups() {
    onTestFinished(await openBackupSocket(pool, DATA_DIR))
    return {}
  }
  const env = readEnv({ DATA_DIR, BACKUP_DIR, MIN_FREE_MB: '1', ...place, ...settings })
  return { pool, env, backUp: () => takeBackup(env, { folder: BACKUP_DIR, keep: 3 }), folder: BACKUP_DIR }
}

/** Restores elsewhere; returns the stories and whether all holds. */
async function restore(file: string, identityFile?: string) {
  let stories: object[] = []
  const open = async () => {
    const target = await openTemporaryTarget(
      TEST_DATABASE === 'postgres' ? { DATABASE_URL: inject('postgresUrl') } : {},
    )
    const close = async () => {
      stories = (await target.database.pool.query('select title, author_name, emotion from stories order by title'))
        .rows
      await target.database.close()
    }
    return { ...target, database: { ...target.database, close } }
  }
  return { holds: await restoreBackup(file, { open, identityFile }), stories }
}

const GZIP_MAGIC = '\x1f\x8b\x08'

function placesOf(bytes: Buffer, text: string): number[] {
  const parts = bytes.toString('latin1').split(text).slice(0, -1)
  return parts.map((_, nth) => parts.slice(0, nth + 1).join(text).length)
}

describe('a backup', () => {
  it('restores elsewhere with every text unchanged', async () => {
    const { backUp, folder } = await openShop()
    const { file, manifest } = await backUp()
    expect(manifest).toMatchObject({ format: 2, rows: { stories: 2, users: 1, orders: 0 } })
    const expected = [
      { title: '', author_name: '', emotion: null },
      { title: PASTED, author_name: PASTED, emotion: null },
    ]
    expect(await restore(file)).toEqual({ holds: true, stories: expected })
    expect(await readBackupHealth(folder)).toMatchObject({ newest: { file }, attempt: { seconds: expect.any(Number) } })
  })

  it('for a public key is restored with its secret key, and refused without it in words', async () => {
    const [identity, another] = [await generateIdentity(), await generateIdentity()]
    const { backUp } = await openShop({ BACKUP_RECIPIENT: await identityToRecipient(identity) })
    const { file } = await backUp()
    expect(path.basename(file)).toMatch(/^golconda-.+Z\.tar\.age$/)
    expect(readFileSync(file).includes('manifest.json')).toBe(false)
    const keys = temporaryFolder()
    const keyFile = (name: string, key: string) => {
      writeFileSync(path.join(keys, name), `# created: 2026-11-26\n${key}\n`)
      return path.join(keys, name)
    }
    await expect(restore(file)).rejects.toThrow('is encrypted. Name the file with the secret key: --identity')
    await expect(restore(file, keyFile('another', another))).rejects.toThrow('does not open')
    await expect(restore(file, keyFile('none', ''))).rejects.toThrow('There is no secret key of age in')
    expect(await restore(file, keyFile('own', identity))).toMatchObject({ holds: true })
    truncateSync(file, readFileSync(file).length - 100)
    await expect(restore(file, keyFile('own', identity))).rejects.toThrow('is incomplete or changed')
  })

  it('that was cut off or changed is refused, twenty of twenty', async () => {
    const { backUp, folder } = await openShop()
    const { file } = await backUp()
    const whole = readFileSync(file)
    const cut = Array.from({ length: 10 }, (_, nth) => whole.subarray(0, Math.floor((whole.length * nth) / 10)))
    const slices = placesOf(whole, GZIP_MAGIC).slice(0, 3)
    const places = [
      ...[4, 13, 15].flatMap((after) => slices.map((place) => place + after)),
      ...placesOf(whole, 'takenAt'),
    ]
    const changed = places.map((place) => {
      const copy = Buffer.from(whole)
      copy.writeUInt8((copy[place] ?? 0) ^ 1, place)
      return copy
    })
    const torn = path.join(folder, 'torn.tar')
    const unpacked = async (bytes: Buffer) => {
      writeFileSync(torn, bytes)
      return unpackBackup({ file: torn }, temporaryFolder()).catch((error: Error) => error.message)
    }
    const answers: unknown[] = []
    for (const bytes of [...cut, ...changed]) answers.push(await unpacked(bytes))
    const refused = expect.stringMatching(/is incomplete|is not what was put into it/)
    expect(answers).toEqual(Array(20).fill(refused))
    expect(await unpacked(whole)).toMatchObject({ format: 2 })
  })

  it('that fails says why, leaves no file, and is on record until the next one succeeds', async () => {
    const { env, backUp, folder } = await openShop()
    const full = { ...env, MIN_FREE_MB: 1e12 }
    await expect(takeBackup(full, { folder, keep: 3 })).rejects.toThrow('a backup wants')
    expect(await readBackupHealth(folder)).toEqual({
      attempt: expect.objectContaining({ error: expect.stringContaining('has room for') }),
    })
    await backUp()
    expect((await readBackupHealth(folder)).attempt?.error).toBeUndefined()
  })

  it('that fails on a disk without room for a file is on record, too', async () => {
    const { env, backUp, folder } = await openShop()
    await backUp()
    // Stands for the full disk: the new record cannot be written beside the old one.
    mkdirSync(path.join(folder, '.last-attempt.json'))
    await expect(takeBackup({ ...env, MIN_FREE_MB: 1e12 }, { folder, keep: 3 })).rejects.toThrow('a backup wants')
    expect((await readBackupHealth(folder)).attempt?.error).toContain('has room for')
  })
})
