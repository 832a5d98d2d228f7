import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ENV_NAMES, InvalidEnvError, readEnv } from '#src/server/config/env.server.ts'
import { SHOP_COMMAND, SHOP_MEMORY_ENV } from '../../../scripts/build.ts'

/** Variables of systemd, the images, Node, the C library, OpenTelemetry and the guide's shell. */
const NOT_OURS = new Set([
  ...Object.keys(SHOP_MEMORY_ENV),
  'NODE_ENV',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PASSWORD',
  'NODE_IMAGE',
])
const ASSIGNED = /(?:^|[\s'"])([A-Z][A-Z0-9_]{2,})[=:](?=[\s"$\w]|$)/gm

const strangers = (names: Iterable<string>) =>
  [...new Set(names)].filter((name) => !NOT_OURS.has(name) && !ENV_NAMES.includes(name))

it.each([...globSync('deploy/*'), 'Dockerfile', 'compose.yaml'])('%s sets only what the shop reads', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll(/^(?:HEALTHCHECK|CMD|FROM|COPY|RUN) .*$/gm, '')
  expect(strangers([...text.matchAll(ASSIGNED)].map(([, name = '']) => name))).toEqual([])
})

it.each([
  ['deploy/golconda.service', /^ExecStart=\S+node (.+)$/m, ' '],
  ['Dockerfile', /^CMD \["node", "(.+)"\]$/m, '", "'],
])('%s starts the shop as npm start does, so that its compiled code fits', (file, command, between) => {
  const text = readFileSync(file, 'utf8')
  expect(command.exec(text)?.[1]?.split(between)).toEqual(SHOP_COMMAND)
  for (const [name, value] of Object.entries(SHOP_MEMORY_ENV)) expect(text).toContain(` ${name}=${value}`)
})

it.each(['docs/operations.md', 'README.md'])('%s names only existing settings', (file) => {
  const named = [...readFileSync(file, 'utf8').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)[`=]/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(8)
  expect(strangers(named).filter((name) => !['TEST_DATABASE_URL', 'CHROMIUM_PATH'].includes(name))).toEqual([])
})

it('the table of settings in README.md has every setting, some by their prefix', () => {
  const table = readFileSync('README.md', 'utf8').split('\n## Settings\n')[1]?.split('\n## ')[0] ?? ''
  const named = [...table.matchAll(/`([A-Z][A-Z0-9_]*)(\*?)`/g)]
  const isNamed = (name: string) =>
    named.some(([, start = '', more]) => (more ? name.startsWith(start) : name === start))
  expect(ENV_NAMES.filter((name) => !isNamed(name))).toEqual([])
})

it('the settings template has a line for every setting that a live shop requires', () => {
  const lines = readFileSync('deploy/golconda.env.example', 'utf8')
  for (const name of ['PUBLIC_URL', 'SESSION_SECRET', 'SMTP_URL', 'MAIL_FROM', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])
    expect(lines).toMatch(new RegExp(`^${name}=`, 'm'))
})

it('a live shop does not start before every setting of the template that no shop can keep is replaced', () => {
  const lines = readFileSync('deploy/golconda.env.example', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)
  const template = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
  const known = ['SHOP_MODE', 'HOST', 'PORT', 'TRUSTED_PROXIES', 'DATA_DIR', 'BACKUP_DIR', 'PAYMENT_PROVIDER']
  const own = Object.keys(template).filter((name) => template[name] && !known.includes(name))
  const needed = ['SESSION_SECRET', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'UPI_VPA', 'UPI_PAYEE_NAME']
  const refused = () => readEnv(template)
  expect(refused).toThrow(InvalidEnvError)
  for (const name of [...own, ...needed]) expect(refused).toThrow(new RegExp(`^${name}: `, 'm'))
})
