import { isIPv6 } from 'node:net'
import { COURIER_NAMES, COURIER_TITLES, COURIER_VARIABLES, type CourierName } from '#src/core/couriers.ts'
import { splitHosts } from '#src/db/servers/hosts.server.ts'

export type Given = Record<string, string | undefined>

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name)
}

/** Rejects a demo that is reachable from outside by accident: its mailbox shows all sign-in codes. */
export function checkDemoExposure({ SHOP_MODE = 'demo', HOST, DEMO_IN_PUBLIC }: Given): string[] {
  if (SHOP_MODE !== 'demo' || !HOST || isLoopback(HOST) || DEMO_IN_PUBLIC === 'accepted') return []
  return [
    `HOST: a demo listens on this machine only, because everyone can read its mailbox. For a real shop set SHOP_MODE=live; for a demo at ${HOST} set DEMO_IN_PUBLIC=accepted`,
  ]
}

export function checkLiveSettings(given: Given): string[] {
  const { SESSION_SECRET, ADMIN_PASSWORD, ADMIN_EMAIL, TRUSTED_PROXIES = '' } = given
  const problems: string[] = []
  if (SESSION_SECRET && new Set(SESSION_SECRET).size < 10)
    problems.push('SESSION_SECRET: has too few different characters to be random (openssl rand -hex 32)')
  if (ADMIN_PASSWORD && isGuessable(ADMIN_PASSWORD))
    problems.push('ADMIN_PASSWORD: is easy to guess; use several unrelated words')
  if (ADMIN_EMAIL?.trim().toLowerCase() === 'maker@golconda.example')
    problems.push('ADMIN_EMAIL: is the demo address, whose mail is not read; set your own')
  for (const network of TRUSTED_PROXIES.split(/[\s,]+/).filter(isTooWide))
    problems.push(`TRUSTED_PROXIES: ${network} trusts half the world; name your proxy, or a network of /8 or smaller`)
  return [...problems, ...checkMailServer(given), ...findExampleValues(given)]
}

function checkMailServer({ SMTP_URL = '' }: Given): string[] {
  const url = URL.parse(SMTP_URL)
  const problems: string[] = []
  if (url?.hostname === 'mail.example' || (url?.username === 'user' && url.password === 'password'))
    problems.push('SMTP_URL: still has the server, or user and password, of the example; set your own')
  if (url && hasTlsSwitchedOff(url))
    problems.push('SMTP_URL: must not switch off TLS, or sign-in codes travel unencrypted')
  return problems
}

function findExampleValues(given: Given): string[] {
  const { PUBLIC_URL = '', MAIL_FROM = '' } = given
  const problems: string[] = []
  if (/^(www\.)?shop\.example$/.test(URL.parse(PUBLIC_URL)?.hostname ?? ''))
    problems.push('PUBLIC_URL: is still the address of the example; set the one of your shop')
  if (/@shop\.example>?\s*$/i.test(MAIL_FROM))
    problems.push('MAIL_FROM: is still the sender of the example; set your own')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
    if (passwordIn(given[name]) === 'change-me')
      problems.push(`${name}: still has the password change-me of the example; give the database one of its own`)
  return problems
}

/** Delhivery has a server for tests, Shiprocket none: its every booking is real. */
const COURIER_TEST_HOSTS = ['staging-express.delhivery.com']

/** A demo books no real courier; a webhook needs its secret. */
export function checkCouriers(given: Given): string[] {
  const couriers = COURIER_NAMES.map((courier) => ({ title: COURIER_TITLES[courier], ...COURIER_VARIABLES[courier] }))
  const problems: string[] = []
  if (couriers.some(({ keys }) => keys.some((key) => given[key])) && !given.COURIER_WEBHOOK_SECRET)
    problems.push('COURIER_WEBHOOK_SECRET: required by a courier, 16 or more random characters (openssl rand -hex 24)')
  for (const { title, keys, url: name } of couriers) {
    const [key] = keys
    if (keys.some((one) => given[one]))
      problems.push(
        ...keys.filter((one) => !given[one]).map((one) => `${one}: required by the other ${title} variable`),
      )
    const url = URL.parse(given[name] ?? '')
    const isForTests = url !== null && (isLoopback(url.hostname) || COURIER_TEST_HOSTS.includes(url.hostname))
    if (given.SHOP_MODE !== 'live' && given[key] && !isForTests)
      problems.push(`${key}: a demo books no real courier; set ${name} to a server for tests, or SHOP_MODE=live`)
  }
  return problems
}

type CourierKey = (typeof COURIER_VARIABLES)[CourierName]['keys'][number] | 'COURIER_WEBHOOK_SECRET'

/** Lists the variables that each courier lacks; none if it can book. */
export function listMissingCourierKeys(env: { [Key in CourierKey]?: string | undefined }) {
  const missingOf = (name: CourierName) =>
    [...COURIER_VARIABLES[name].keys, 'COURIER_WEBHOOK_SECRET' as const].filter((key) => !env[key])
  return Object.fromEntries(COURIER_NAMES.map((name) => [name, missingOf(name)])) as Record<CourierName, CourierKey[]>
}

const COMMON =
  /^(pass(word)?|admin(istrator)?|qwerty(uiop)?|asdfgh(jkl)?|letmein|welcome|iloveyou|chocolate|golconda|cacao|changeme|secret|shop)+\d*$/
/** A few characters repeated: abcabcabcabc. */
const REPEATED = /^(.{1,4})\1+$/s

function isGuessable(password: string): boolean {
  const letters = password.toLowerCase().replace(/[^a-z0-9]/g, '')
  return new Set(password).size < 6 || /^\d+$/.test(password) || REPEATED.test(password) || COMMON.test(letters)
}

function passwordIn(url: string | undefined): string | undefined {
  const [first = ''] = splitHosts(url ?? '')
  const parsed = URL.parse(first)
  return parsed ? decodeURIComponent(parsed.password) : undefined
}

/** A query in SMTP_URL overrides the options that the shop passes to the mail library. */
function hasTlsSwitchedOff({ searchParams: query }: URL): boolean {
  return query.get('ignoreTLS') === 'true' || query.get('requireTLS') === 'false'
}

/** The largest private networks: /8 in IPv4, fc00::/7 in IPv6. */
function isTooWide(network: string): boolean {
  const [address = '', prefix] = network.split('/')
  return prefix !== undefined && Number(prefix) < (isIPv6(address) ? 7 : 8)
}
