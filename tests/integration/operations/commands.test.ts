import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { liveSettings } from '#tests/live-settings.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const documents = [...globSync('*.md'), ...globSync('docs/**/*.md'), 'art/README.md']

/** `bench:*` is every command that begins so. */
const COMMAND = /\bnpm run (?:--silent )?([a-z][\w:*-]*)|\bnpm (start|test)\b/g
const named = documents.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(COMMAND)].map(([, run, short]) => ({ file, command: run ?? short ?? '' })),
)
const exists = (command: string) =>
  command.endsWith('*')
    ? Object.keys(scripts).some((name) => name.startsWith(command.slice(0, -1)))
    : command in scripts

it('every command that a document names exists, and so does the file that it runs', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ command }) => !exists(command))).toEqual([])
  const files = Object.values(scripts).flatMap((line) => line.match(/\b(?:scripts|bench)\/[\w./-]+/g) ?? [])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it.each(['seed', 'admin -- list', 'backup', 'restore -- x.tar', 'test-upgrade', 'db:reset', 'db:studio'])(
  'npm run %s starts, and says which setting is wrong',
  (command) => {
    const { status, stderr } = spawnSync('npm', ['run', '--silent', ...command.split(' ')], {
      env: { ...process.env, SHOP_MODE: 'closed' },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('SHOP_MODE')])
  },
)

it.each(['admin', 'seed', 'backup', 'restore'])(
  'npm run %s -- --help prints how it is used, and does nothing',
  (command) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', command, '--', '--help'], {
      env: { ...process.env, SHOP_MODE: 'closed' },
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(`^npm run ${command} -- `), ''])
  },
)

it('what runs the shop or touches its data reads .env, and what is set wins', () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, '.env'), 'PORT=3001\nDATA_DIR=elsewhere\n')
  const { stdout } = spawnSync(
    process.execPath,
    ['-r', path.resolve('scripts/env-file.cjs'), '-p', 'process.env.PORT + process.env.DATA_DIR'],
    { cwd: folder, env: { PORT: '4000' }, encoding: 'utf8' },
  )
  expect(stdout).toBe('4000elsewhere\n')
  for (const name of ['start', 'seed', 'admin', 'backup', 'restore', 'test-upgrade', 'db:reset', 'db:studio'])
    expect([name, scripts[name]]).toEqual([name, expect.stringContaining('-r ./scripts/env-file.cjs ')])
})

it.each([
  [['seed', '--', '--size', 'huge'], 'There is no size huge, only small, shop, large'],
  [['seed', '--', '--size', 'shop'], 'A live shop takes no invented orders'],
  [['db:reset'], 'This is a live shop'],
])('npm run %j refuses what would harm a shop', (command, says) => {
  const settings = liveSettings({ mailUrl: 'smtp://127.0.0.1:25', razorpayUrl: 'http://127.0.0.1:1' })
  const { status, stderr } = spawnSync('npm', ['run', '--silent', ...command], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
})
