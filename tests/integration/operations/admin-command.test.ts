import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, it, onTestFinished } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { findAdminByPassword } from '#src/features/auth/admins/admins.server.ts'
import { TEST_DATABASE, testDatabase } from '#src/testing/test-database.ts'

const EMAIL = 'kiran@golconda.example'

type Settings = Record<string, string>
type Within = <T>(look: (db: Db) => Promise<T>) => Promise<T>

/** A stopped embedded shop, or one whose processes are connected to PostgreSQL. */
async function aShop(): Promise<{ settings: Settings; within: Within }> {
  if (TEST_DATABASE === 'postgres') {
    const { db, pool } = await testDatabase()
    return { settings: { DATABASE_URL: String(pool.options.connectionString) }, within: (look) => look(db) }
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-admin-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(dataDir, { recursive: true })
  cpSync(path.join(inject('preparedDatabase'), 'database'), path.join(dataDir, 'database'), { recursive: true })
  const within = async <T>(look: (db: Db) => Promise<T>) => {
    const database = await openDatabase({ dataDir })
    return look(database.db).finally(database.close)
  }
  return { settings: { DATA_DIR: dataDir, DATABASE_URL: '' }, within }
}

/** The output and exit code of `npm run admin -- ...`. */
async function run(settings: Settings, args: string[], typed = '') {
  const child = spawn(process.execPath, ['scripts/admin.ts', ...args], { env: { ...process.env, ...settings } })
  child.stdin.end(typed)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { out, err, code }
}

it('the operator adds an admin, changes a lost password, and lists the admins', {
  timeout: 120_000,
}, async () => {
  const { settings, within } = await aShop()
  expect(await run(settings, ['add', EMAIL.toUpperCase()], 'dark-and-slow-72\n')).toMatchObject({
    out: `${EMAIL} is an admin now and signs in at /admin-login\n`,
    code: 0,
  })
  const lost = await run(settings, ['password', EMAIL, '--generate'])
  const password = /shown this once: (\S{20})$/m.exec(lost.out)?.[1] ?? ''
  expect(lost).toMatchObject({ code: 0, err: '' })
  expect(await within((db) => findAdminByPassword(db, { email: EMAIL, password }))).toBeDefined()
  const listed = await run(settings, ['list'])
  expect(listed.out).toMatch(/^kiran@golconda\.example, since .*, authenticator app off, last seen never\n$/)
  const entries = await within((db) => db.select().from(auditLog).orderBy(auditLog.createdAt))
  expect(entries.map(({ actorEmail, action, entityId }) => [actorEmail, action, entityId])).toEqual([
    ['operator', 'create', EMAIL],
    ['operator', 'update', EMAIL],
  ])
})

// Each of these processes opens the database: on PostgreSQL that is quick.
it.runIf(TEST_DATABASE === 'postgres')(
  'a failed command prints a message and changes nothing',
  {
    timeout: 120_000,
  },
  async () => {
    const { settings, within } = await aShop()
    const refused = async (args: string[], typed = '') => (await run(settings, args, typed)).err
    expect(await refused(['add', EMAIL], 'short\n')).toBe(
      'Nothing was changed:\n  - Please choose a password of at least 12 characters. Please choose a password that is harder to guess.\n',
    )
    expect(await refused(['reset-totp', EMAIL])).toBe(`Nothing was changed:\n  - There is no admin ${EMAIL}.\n`)
    expect(await refused(['remove', EMAIL])).toContain('admin -- add <email>')
    expect(await refused(['add', 'kiran'])).toContain('Please enter a valid e-mail address.')
    expect(await run(settings, ['unlock', 'typo@golconda.example'])).toMatchObject({
      code: 1,
      err: 'Nothing was changed:\n  - There is no account for typo@golconda.example.\n',
    })
    for (const odd of [
      ['list', '--generate'],
      ['unlock', '--generate'],
      ['reset-totp', EMAIL, '--generate'],
      ['list', EMAIL],
    ])
      expect(await run(settings, odd)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Usage:') })
    expect(await run(settings, ['list', '--json'])).toMatchObject({ code: 1, err: expect.stringContaining("'--json'") })
    expect((await run(settings, ['password', EMAIL, '--generate'])).out).toBe('')
    expect(await within((db) => db.$count(auditLog))).toBe(0)
  },
)

it.runIf(TEST_DATABASE === 'embedded')(
  'while the shop holds its folder, the command says to stop it first',
  { timeout: 60_000 },
  async () => {
    const { settings, within } = await aShop()
    await within(async () => {
      expect(await run(settings, ['list'])).toMatchObject({
        code: 1,
        err: `Nothing was changed:\n  - The shop runs on ${settings.DATA_DIR} and holds its lock: stop the shop (under systemd: systemctl stop 'golconda*'), run this again, then start it\n`,
      })
    })
  },
)
