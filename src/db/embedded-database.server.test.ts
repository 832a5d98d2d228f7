import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openEmbeddedServer } from './embedded-database.server.ts'

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-broken-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const MODULE = path.resolve('src/db/embedded-database.server.ts')
const OPEN = `import(${JSON.stringify(MODULE)}).then(({ openEmbeddedServer }) => openEmbeddedServer(process.argv[1]))`

it('a data folder that was copied half is refused with what to do, and no empty shop begins in it', async () => {
  const folder = aFolder()
  mkdirSync(path.join(folder, 'database/base'), { recursive: true })
  await expect(openEmbeddedServer(folder)).rejects.toThrow(/is not whole\. .* restore the last backup/)
})

it.runIf(process.env.TEST_DATABASE === 'embedded')(
  'L8: no other user of the machine reads the data folder, nor the database in one that was there before',
  async () => {
    const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8)
    const folder = path.join(aFolder(), 'data')
    await (await openEmbeddedServer(folder)).close()
    expect([modeOf(folder), modeOf(path.join(folder, 'database'))]).toEqual(['700', '700'])
    chmodSync(path.join(folder, 'database'), 0o755)
    await (await openEmbeddedServer(folder)).close()
    expect(modeOf(path.join(folder, 'database'))).toBe('700')
  },
)

it.runIf(process.env.TEST_DATABASE === 'embedded')(
  'a first start that was stopped half-way is begun anew',
  async () => {
    const folder = aFolder()
    const first = spawn(process.execPath, ['-e', OPEN, folder], { stdio: 'inherit' })
    await expect.poll(() => readdirSync(folder), { interval: 5, timeout: 20_000 }).toContain('database.new')
    first.kill('SIGKILL')
    await once(first, 'exit')
    const { close } = await openEmbeddedServer(folder)
    await close()
    expect(readdirSync(folder)).toEqual(['database', 'lock'])
  },
)

it.runIf(process.env.TEST_DATABASE === 'embedded')('so is one whose control file is broken', async () => {
  const folder = aFolder()
  cpSync(path.join(inject('preparedDatabase'), 'database'), path.join(folder, 'database'), { recursive: true })
  writeFileSync(path.join(folder, 'database/global/pg_control'), Buffer.alloc(8192))
  await expect(openEmbeddedServer(folder)).rejects.toThrow(/does not open\. .* restore the last backup/)
})
