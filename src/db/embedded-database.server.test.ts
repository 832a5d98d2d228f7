import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { openEarly, openEmbeddedServer } from './embedded-database.server.ts'
import { FolderLockedError } from './file-lock.server.ts'

const MODULE = path.resolve('src/db/embedded-database.server.ts')
const OPEN = `import(${JSON.stringify(MODULE)}).then(({ openEmbeddedServer }) => openEmbeddedServer(process.argv[1]))`

it('a partial copy of a data folder is rejected with instructions, and not replaced by an empty shop', async () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'database/base'), { recursive: true })
  await expect(openEmbeddedServer(folder)).rejects.toThrow(/is incomplete\. .* restore the last backup/)
})

it.runIf(process.env.TEST_DATABASE === 'embedded')(
  'no other user of the machine can read the data folder, not even an existing one',
  async () => {
    const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8)
    const folder = path.join(temporaryFolder(), 'data')
    await (await openEmbeddedServer(folder)).close()
    expect([modeOf(folder), modeOf(path.join(folder, 'database'))]).toEqual(['700', '700'])
    chmodSync(path.join(folder, 'database'), 0o755)
    await (await openEmbeddedServer(folder)).close()
    expect(modeOf(path.join(folder, 'database'))).toBe('700')
  },
)

it.runIf(process.env.TEST_DATABASE === 'embedded')(
  'a database that was opened early is taken over once, and for its own folder only',
  async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()]
    openEarly(folder)
    await (await openEmbeddedServer(other)).close()
    const { close } = await openEmbeddedServer(folder)
    await expect(openEmbeddedServer(folder)).rejects.toThrow(FolderLockedError)
    await close()
  },
)

it('a database that does not open early is reported when the shop opens it', async () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'database/base'), { recursive: true })
  openEarly(folder)
  await setImmediate()
  await expect(openEmbeddedServer(folder)).rejects.toThrow(/is incomplete/)
})

it.runIf(process.env.TEST_DATABASE === 'embedded')('an interrupted first start begins again', async () => {
  const folder = temporaryFolder()
  const first = spawn(process.execPath, ['-e', OPEN, folder], { stdio: 'inherit' })
  await expect.poll(() => readdirSync(folder), { interval: 5, timeout: 20_000 }).toContain('database.new')
  first.kill('SIGKILL')
  await once(first, 'exit')
  const { close } = await openEmbeddedServer(folder)
  await close()
  expect(readdirSync(folder)).toEqual(['database', 'lock'])
})

it.runIf(process.env.TEST_DATABASE === 'embedded')('a first start does without the database of the build', async () => {
  const folder = temporaryFolder()
  await (await openEmbeddedServer(folder, path.join(folder, 'missing.tar.gz'))).close()
  expect(readdirSync(folder)).toEqual(['database', 'lock'])
})

it.runIf(process.env.TEST_DATABASE === 'embedded')('a damaged database of the build says what to do', async () => {
  const folder = temporaryFolder()
  const damaged = path.join(folder, 'new.tar.gz')
  writeFileSync(damaged, gzipSync(randomBytes(5000)).subarray(0, 3000))
  await expect(openEmbeddedServer(folder, damaged)).rejects.toThrow(
    /new\.tar\.gz cannot be unpacked\. Unless the disk is full, delete it/,
  )
})

it.runIf(process.env.TEST_DATABASE === 'embedded')('a folder with a broken control file is rejected, too', async () => {
  const folder = temporaryFolder()
  cpSync(path.join(inject('preparedDatabase'), 'database'), path.join(folder, 'database'), { recursive: true })
  writeFileSync(path.join(folder, 'database/global/pg_control'), Buffer.alloc(8192))
  await expect(openEmbeddedServer(folder)).rejects.toThrow(/does not open\. .* restore the last backup/)
})

/** PostgreSQL ends with a PANIC when it cannot create the next file of its log. */
const WRITE_WITHOUT_LOG = `Promise.all([import(${JSON.stringify(MODULE)}), import('pg')]).then(
  async ([{ openEmbeddedServer }, { default: pg }]) => {
    const { connect } = await openEmbeddedServer(process.argv[1])
    const client = new pg.Client({ stream: connect, user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query('create table before_panic ()')
    require('node:fs').renameSync(process.argv[1] + '/database/pg_wal', process.argv[1] + '/moved')
    await client.query('select pg_switch_wal()')
    for (;;) await client.query('create table after_panic ()').catch(() => {})
  },
)`

it.runIf(process.env.TEST_DATABASE === 'embedded')(
  'a database that cannot write ends the process with the reason, and opens again once it can',
  async () => {
    const folder = temporaryFolder()
    cpSync(inject('preparedDatabase'), folder, { recursive: true })
    const shop = spawn(process.execPath, ['-e', WRITE_WITHOUT_LOG, folder], { timeout: 60_000 })
    const output = text(shop.stderr)
    expect(await once(shop, 'exit')).toEqual([1, null])
    expect(await output).toMatch(/The embedded database has stopped.*PANIC:.*pg_wal/)
    await expect(openEmbeddedServer(folder)).rejects.toThrow(/If the disk is full, make room and start again/)
    renameSync(path.join(folder, 'moved'), path.join(folder, 'database/pg_wal'))
    const { connect, close } = await openEmbeddedServer(folder)
    const client = new pg.Client({ stream: connect, user: 'postgres', database: 'postgres' })
    await client.connect()
    const { rows } = await client.query("select relname from pg_class where relname in ('before_panic', 'after_panic')")
    expect(rows).toEqual([{ relname: 'before_panic' }])
    await client.end()
    await close()
  },
)
