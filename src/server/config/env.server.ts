import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { CourierName } from '#src/core/couriers.ts'
import type { DatabaseLocation } from '#src/db/open-database.server.ts'
import { isDatabaseUrl, splitHosts } from '#src/db/servers/hosts.server.ts'
import { isIpOrCidr } from '#src/server/http/client-ip.server.ts'
import {
  checkCouriers,
  checkDemoExposure,
  checkLiveSettings,
  type Given,
  isLoopback,
} from './production-checks.server.ts'

const Flag = (value: string) => z.literal(value).optional()
const text = z.string().trim().min(1)

/** Normalized as browsers write an origin, because addresses are compared with it. */
const Origin = z
  .url({ protocol: /^https?$/i, abort: true })
  .refine((typed) => isOriginAlone(new URL(typed)), 'must be the address alone, without a path: https://shop.example')
  .transform((typed) => new URL(typed).origin)

function isOriginAlone({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && [search, hash, username, password].every((part) => part === '')
}

const DatabaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'must be like postgres://user:password@one:5432,two:5432/shop, with one or several servers')

const Variables = z.object({
  SHOP_MODE: z.enum(['demo', 'live']).default('demo'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.optional(),
  PUBLIC_URL: Origin.optional(),
  DEMO_IN_PUBLIC: Flag('accepted'),
  DATA_DIR: text.default('.data'),
  BACKUP_DIR: text.optional(),
  BACKUP_RECIPIENT: z
    .string()
    .trim()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'This is not a public key of age, such as age-keygen prints')
    .optional(),
  BACKUP_MAX_AGE_HOURS: z.coerce.number().positive().default(2),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  DATABASE_READ_URL: DatabaseUrl.refine((url) => splitHosts(url).length === 1, 'names one server').optional(),
  EMBEDDED_IN_LIVE: Flag('accepted'),
  RATE_LIMITS: z.enum(['strict', 'relaxed']).default('strict'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isIpOrCidr), 'These are not all addresses or networks, such as 127.0.0.1 10.0.0.0/8'),
  SESSION_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  MIN_FREE_MB: z.coerce.number().int().min(0).default(500),
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).default(3),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ADMIN_EMAIL: z.email().default('maker@golconda.example'),
  ADMIN_PASSWORD: z.string().min(12).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be the URL of a mail server (smtps://user:password@host)' })
    .optional(),
  MAIL_FROM: text.regex(/^([^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be <address>, or a name with it').optional(),
  MSG91_AUTH_KEY: text.optional(),
  WHATSAPP_TOKEN: text.optional(),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'This is not the id of a phone number')
    .optional(),
  WHATSAPP_APP_SECRET: z.string().min(16).optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(16).optional(),
  WHATSAPP_API_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v24.0'),
  PUSH_ANYWHERE: Flag('accepted'),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'razorpay', 'manual-upi']).default('sandbox'),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_\w+$/)
    .optional(),
  RAZORPAY_KEY_SECRET: text.optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(16).optional(),
  RAZORPAY_WEBHOOK_SECRET_BEFORE: z.string().min(16).optional(),
  RAZORPAY_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.razorpay.com'),
  UPI_VPA: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/, 'This is not a UPI id like name@bank')
    .optional(),
  UPI_PAYEE_NAME: z.string().trim().min(1).max(50).optional(),
  SHIPROCKET_EMAIL: z.email().optional(),
  SHIPROCKET_PASSWORD: text.optional(),
  SHIPROCKET_API_URL: z.url({ protocol: /^https?$/ }).default('https://apiv2.shiprocket.in'),
  DELHIVERY_TOKEN: z.string().min(16).optional(),
  DELHIVERY_API_URL: z.url({ protocol: /^https?$/ }).default('https://track.delhivery.com'),
  COURIER_WEBHOOK_SECRET: z.string().min(16).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is not the name of a bucket')
    .optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
})

type Variables = z.infer<typeof Variables>

const Env = Variables.transform((env) => ({
  ...env,
  HOST: env.HOST ?? (env.SHOP_MODE === 'demo' ? '127.0.0.1' : '0.0.0.0'),
  PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
  https: env.PUBLIC_URL?.startsWith('https:') ?? false,
  razorpay: razorpayOf(env),
  manualUpi: manualUpiOf(env),
  couriers: couriersOf(env),
  database: databaseOf(env),
  s3: s3Of(env),
}))

function databaseOf(env: Variables): DatabaseLocation {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl, DATA_DIR } = env
  return url ? { url, directUrl, readUrl } : { dataDir: DATA_DIR }
}

function razorpayOf(env: Variables) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env
  const { PAYMENT_PROVIDER, RAZORPAY_WEBHOOK_SECRET_BEFORE: webhookSecretBefore, RAZORPAY_API_URL: url } = env
  if (PAYMENT_PROVIDER !== 'razorpay' || !keyId || !keySecret || !webhookSecret) return undefined
  return { keyId, keySecret, webhookSecret, webhookSecretBefore, url }
}

function manualUpiOf({ PAYMENT_PROVIDER, UPI_VPA, UPI_PAYEE_NAME }: Variables) {
  if (PAYMENT_PROVIDER !== 'manual-upi' || !UPI_VPA || !UPI_PAYEE_NAME) return undefined
  return { vpa: UPI_VPA, payeeName: UPI_PAYEE_NAME }
}

function couriersOf(env: Variables) {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password, DELHIVERY_TOKEN: token } = env
  return {
    shiprocket: email && password ? { email, password, url: env.SHIPROCKET_API_URL } : undefined,
    delhivery: token ? { token, url: env.DELHIVERY_API_URL } : undefined,
  } satisfies Record<CourierName, object | undefined>
}

const FOR_S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function s3Of(env: Variables) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

export type Env = z.infer<typeof Env>

export const ENV_NAMES: readonly string[] = Object.keys(Variables.shape)

export class InvalidEnvError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Parses the environment; throws `InvalidEnvError` naming every problem. Empty values count as unset. */
export function readEnv(variables: Given): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  problems.push(
    ...missingForLive(given),
    ...(given.SHOP_MODE === 'live' ? checkLiveSettings(given) : checkDemoExposure(given)),
    ...wrongOtherDatabases(given),
    ...missingForRazorpay(given),
    ...missingForManualUpi(given),
    ...missingForS3(given),
    ...checkCouriers(given),
    ...missingForWhatsApp(given),
  )
  if (!parsed.success || problems.length > 0) throw new InvalidEnvError(problems)
  return parsed.data
}

const NEEDED_LIVE = {
  PUBLIC_URL: 'the https address of the shop',
  SESSION_SECRET: '32 or more random characters that stay the same (openssl rand -hex 32)',
  SMTP_URL: 'the mail server that sends sign-in codes and order mails (smtps://user:password@host)',
  MAIL_FROM: 'the sender of those mails',
  ADMIN_EMAIL: 'the sign-in and mail address of the admin',
  ADMIN_PASSWORD: 'the first password of the admin, 12 or more characters',
}

function missingForLive(given: Given): string[] {
  if (given.SHOP_MODE !== 'live') return []
  const problems = Object.entries(NEEDED_LIVE).flatMap(([name, what]) =>
    given[name] ? [] : [`${name}: required in live mode, ${what}`],
  )
  if (isPlainHttp(given.PUBLIC_URL))
    problems.push('PUBLIC_URL: must be https in live mode, or attackers can read traffic and take over sessions')
  if (!given.DATABASE_URL && given.EMBEDDED_IN_LIVE !== 'accepted')
    problems.push(
      'DATABASE_URL: required in live mode, or EMBEDDED_IN_LIVE=accepted with the risk of losing the last writes in a power cut',
    )
  for (const name of Object.keys(Variables.shape).filter((name) => name.endsWith('_API_URL')))
    if (isPlainHttp(given[name]) && !isLoopback(URL.parse(given[name] ?? '')?.hostname ?? ''))
      problems.push(`${name}: must be https in live mode`)
  if (given.PUSH_ANYWHERE)
    problems.push('PUSH_ANYWHERE: is refused in live mode, where an admin could make the shop call its own network')
  if (given.RATE_LIMITS === 'relaxed') problems.push('RATE_LIMITS: relaxed is refused in live mode')
  if (!given.PAYMENT_PROVIDER || given.PAYMENT_PROVIDER === 'sandbox')
    problems.push('PAYMENT_PROVIDER: required in live mode, and not the sandbox, which takes no real money')
  return problems
}

const isPlainHttp = (url: string | undefined) => url !== undefined && URL.parse(url)?.protocol === 'http:'

/** A restore writes to the direct address, so it must name the same database. */
function wrongOtherDatabases({ DATABASE_URL, ...given }: Given): string[] {
  return ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'].flatMap((name) => {
    const url = given[name]
    if (!url) return []
    if (!DATABASE_URL) return [`${name}: only with DATABASE_URL`]
    return databaseIn(DATABASE_URL) === databaseIn(url) ? [] : [`${name}: must name the same database as DATABASE_URL`]
  })
}

const databaseIn = (url: string) => URL.parse(splitHosts(url)[0] ?? '')?.pathname

function missingForRazorpay(given: Given): string[] {
  if (given.PAYMENT_PROVIDER !== 'razorpay') return []
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']
  const problems = missing(given, names, 'required by PAYMENT_PROVIDER=razorpay')
  const [mine, wrong] = given.SHOP_MODE === 'live' ? ['live', 'rzp_test_'] : ['demo', 'rzp_live_']
  if (given.RAZORPAY_KEY_ID?.startsWith(wrong))
    problems.push(`RAZORPAY_KEY_ID: an ${wrong} key is refused in ${mine} mode`)
  return problems
}

function missingForManualUpi(given: Given): string[] {
  if (given.PAYMENT_PROVIDER !== 'manual-upi') return []
  return missing(given, ['UPI_VPA', 'UPI_PAYEE_NAME'], 'required by PAYMENT_PROVIDER=manual-upi')
}

/** A partial S3 configuration would leave images on one machine's disk. */
function missingForS3(given: Given): string[] {
  return FOR_S3.some((name) => given[name]) ? missing(given, FOR_S3, 'required by the other S3 variables') : []
}

const FOR_WHATSAPP = ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID']
const FOR_REPORTS = ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN']

function missingForWhatsApp(given: Given): string[] {
  const isGiven = (name: string) => Boolean(given[name])
  const needed = FOR_REPORTS.some(isGiven) ? [...FOR_WHATSAPP, ...FOR_REPORTS] : FOR_WHATSAPP
  return needed.some(isGiven) ? missing(given, needed, 'required by the other WhatsApp variables') : []
}

/** SESSION_SECRET (required in live mode), or a secret that is generated once and stored in the data folder. */
export function loadSessionSecret({ SESSION_SECRET, DATA_DIR }: Pick<Env, 'SESSION_SECRET' | 'DATA_DIR'>): string {
  if (SESSION_SECRET) return SESSION_SECRET
  const file = path.join(DATA_DIR, 'session-secret')
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8')
}

const missing = (given: Given, names: readonly string[], why: string) =>
  names.filter((name) => !given[name]).map((name) => `${name}: ${why}`)
