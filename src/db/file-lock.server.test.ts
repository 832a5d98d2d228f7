import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { lockFolder } from './file-lock.server.ts'

const MODULE = path.resolve('src/db/file-lock.server.ts')
const TAKE = `import { lockFolder } from ${JSON.stringify(MODULE)}; lockFolder(process.argv[1]); console.log('taken')`

const takeInAnotherProcess = (folder: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', TAKE, folder])

it('a second process is rejected with instructions', async () => {
  const folder = temporaryFolder()
  const unlock = lockFolder(folder)
  await expect(takeInAnotherProcess(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
  )
  unlock()
  await expect(takeInAnotherProcess(folder)).resolves.toMatchObject({ stdout: 'taken\n' })
})

it('the same process cannot take it twice either', () => {
  const folder = temporaryFolder()
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow('is in use')
  unlock()
  lockFolder(folder)()
})

it('the lock of a killed process is free at once', async () => {
  const folder = temporaryFolder()
  const owner = spawn(process.execPath, [
    '--input-type=module-typescript',
    '-e',
    `${TAKE}; setInterval(() => {}, 1000)`,
    folder,
  ])
  await once(owner.stdout, 'data')
  expect(() => lockFolder(folder)).toThrow('is in use')
  const exit = once(owner, 'exit')
  owner.kill('SIGKILL')
  await exit
  lockFolder(folder)()
})
