import { describe, expect, it } from 'vitest'
import { splitHosts } from '#src/db/servers/hosts.server.ts'
import { InvalidEnvError, readEnv } from './env.server.ts'

const LIVE = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://golconda.example',
  SESSION_SECRET: 'a-secret-of-at-least-32-characters',
  SMTP_URL: 'smtps://mail.golconda.example',
  MAIL_FROM: 'shop@golconda.example',
  ADMIN_EMAIL: 'asha@golconda.example',
  ADMIN_PASSWORD: 'a long password',
  DATABASE_URL: 'postgres://shop@db.golconda.example/shop',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'thisissecret',
  RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-the-webhook-alone',
}

function problemsOf(variables: Record<string, string>): string[] {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof InvalidEnvError) return error.problems
    throw error
  }
  return []
}

describe('without any variable', () => {
  it('the shop is a demo that is reachable only from this machine', () => {
    expect(readEnv({})).toMatchObject({
      SHOP_MODE: 'demo',
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: '.data',
      RATE_LIMITS: 'strict',
      ADMIN_EMAIL: 'maker@golconda.example',
    })
  })

  it('an empty value counts as none', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', SESSION_SECRET: '' })).toMatchObject({ PORT: 3000 })
  })

  it('the public address follows the port, and a closing slash is dropped', () => {
    expect(readEnv({ PORT: '4200' }).PUBLIC_URL).toBe('http://localhost:4200')
    expect(readEnv({ PUBLIC_URL: 'https://golconda.example/' }).PUBLIC_URL).toBe('https://golconda.example')
  })

  it('the shop counts as served over https only if its address says so', () => {
    expect([readEnv({}).https, readEnv({ PUBLIC_URL: 'https://golconda.example' }).https]).toEqual([false, true])
  })
})

describe('a wrong value', () => {
  it.each([
    ['SHOP_MODE', 'production'],
    ['PORT', 'three thousand'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'golconda.example'],
    ['PUBLIC_URL', 'ftp://golconda.example'],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['DATABASE_URL', 'postgres://shop@one:5432,two:543x2/shop'],
    ['DATABASE_URL', 'postgres://shop@one,/shop'],
    ['DATABASE_URL', 'postgres://shop@/shop?host=one,two'],
    ['DATABASE_URL', 'postgres://shop@one,two/shop?host=three'],
    ['RATE_LIMITS', 'off'],
    ['TRUSTED_PROXIES', '10.0.0.1 nginx'],
    ['SESSION_SECRET', 'short'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', 'short'],
    ['SMTP_URL', 'https://mail.example'],
    ['EMBEDDED_IN_LIVE', 'yes'],
    ['PAYMENT_PROVIDER', 'stripe'],
    ['RAZORPAY_KEY_ID', 'key_1DP5mmOlF5G5ag'],
    ['RAZORPAY_WEBHOOK_SECRET', 'short'],
    ['RAZORPAY_API_URL', 'api.razorpay.com'],
    ['UPI_VPA', 'golconda'],
    ['UPI_VPA', 'golconda cacao@okaxis'],
    ['UPI_PAYEE_NAME', 'G'.repeat(51)],
  ])('of %s (%s) is rejected in one line that names it', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: .+`))])
  })

  it('does not hide the next one: every problem is listed', () => {
    const problems = problemsOf({ PORT: 'x', RATE_LIMITS: 'off', ADMIN_EMAIL: 'nobody' })
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual(['ADMIN_EMAIL', 'PORT', 'RATE_LIMITS'])
  })
})

describe('several database servers', () => {
  const DATABASE_URL = 'postgres://shop:secret,word@one:5433,two,[::1]:5434/shop?sslmode=require'

  it('are named in one address', () => {
    expect(readEnv({ DATABASE_URL }).database).toMatchObject({ url: DATABASE_URL })
    expect(splitHosts(DATABASE_URL)).toEqual([
      'postgres://shop:secret,word@one:5433/shop?sslmode=require',
      'postgres://shop:secret,word@two/shop?sslmode=require',
      'postgres://shop:secret,word@[::1]:5434/shop?sslmode=require',
    ])
    expect(readEnv({ DATABASE_URL: 'postgres:///shop?host=/run/postgresql' })).toMatchObject({ SHOP_MODE: 'demo' })
  })

  it('are read from one of them, with the same database', () => {
    const readFrom = (url: string) => problemsOf({ DATABASE_URL, DATABASE_READ_URL: url })
    expect(readFrom('postgres://shop@two/shop')).toEqual([])
    expect(readFrom('postgres://shop@two/books')).toEqual([
      expect.stringMatching(/^DATABASE_READ_URL: .*same database/),
    ])
    expect(readFrom('postgres://shop@two,three/shop')).toEqual([
      expect.stringMatching(/^DATABASE_READ_URL: .*one server/),
    ])
  })
})

describe('the direct address behind a pooler', () => {
  const DATABASE_URL = 'postgres://shop@pooler:6432/shop'

  it('must be the same database, or a restore would write into another', () => {
    expect(problemsOf({ DATABASE_URL, DATABASE_DIRECT_URL: 'postgres://shop@db.golconda.example/shop' })).toEqual([])
    expect(problemsOf({ DATABASE_URL, DATABASE_DIRECT_URL: 'postgres://shop@db.golconda.example/books' })).toEqual([
      'DATABASE_DIRECT_URL: must name the same database as DATABASE_URL',
    ])
  })

  it('is rejected without a pooler', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: DATABASE_URL })).toEqual(['DATABASE_DIRECT_URL: only with DATABASE_URL'])
  })
})

describe('a demo', () => {
  const TEST_KEYS = {
    PAYMENT_PROVIDER: 'razorpay',
    RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'thisissecret',
    RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-the-webhook-alone',
  }

  it('uses the sandbox, even when Razorpay keys are set', () => {
    const { PAYMENT_PROVIDER: _, ...keys } = TEST_KEYS
    expect(readEnv(keys).razorpay).toBeUndefined()
  })

  it.each(['0.0.0.0', '::', '192.168.1.20', 'shop.local'])(
    'attack M3: listens at %s only when its public mailbox is accepted',
    (HOST) => {
      expect(problemsOf({ HOST })).toEqual([expect.stringMatching(/^HOST: .*SHOP_MODE=live.*DEMO_IN_PUBLIC=accepted/)])
      expect(readEnv({ HOST, DEMO_IN_PUBLIC: 'accepted' }).HOST).toBe(HOST)
    },
  )

  it.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('attack M3: listens at %s, which is this machine', (HOST) => {
    expect(readEnv({ HOST }).HOST).toBe(HOST)
  })

  it('accepts Razorpay test keys, and rejects live keys', () => {
    expect(readEnv(TEST_KEYS).razorpay).toMatchObject({ keyId: 'rzp_test_1DP5mmOlF5G5ag' })
    expect(problemsOf({ ...TEST_KEYS, RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag' })).toEqual([
      'RAZORPAY_KEY_ID: an rzp_live_ key is refused in demo mode',
    ])
  })
})

const MANUAL_UPI = { PAYMENT_PROVIDER: 'manual-upi', UPI_VPA: 'Golconda@okaxis', UPI_PAYEE_NAME: 'Asha Rao' }

describe('a shop with manual UPI', () => {
  const { RAZORPAY_KEY_ID: _, RAZORPAY_KEY_SECRET: __, RAZORPAY_WEBHOOK_SECRET: ___, ...keyless } = LIVE

  it('is a demo or live, and needs no gateway keys', () => {
    const manualUpi = { vpa: 'Golconda@okaxis', payeeName: 'Asha Rao' }
    expect(readEnv(MANUAL_UPI)).toMatchObject({ manualUpi, razorpay: undefined })
    expect(readEnv({ ...keyless, ...MANUAL_UPI })).toMatchObject({ manualUpi, razorpay: undefined })
  })

  it('does not start without the id and its name, each in one line', () => {
    expect(problemsOf({ PAYMENT_PROVIDER: 'manual-upi' })).toEqual([
      'UPI_VPA: required by PAYMENT_PROVIDER=manual-upi',
      'UPI_PAYEE_NAME: required by PAYMENT_PROVIDER=manual-upi',
    ])
  })

  it('is not enabled just because the id is set', () => {
    expect(readEnv({ UPI_VPA: 'golconda@okaxis', UPI_PAYEE_NAME: 'Asha Rao' }).manualUpi).toBeUndefined()
  })
})

describe('a live shop', () => {
  const named = (variables: Record<string, string>) => problemsOf(variables).map((line) => line.split(':')[0])

  it('lists everything that is missing, at once', () => {
    expect(named({ SHOP_MODE: 'live' })).toEqual([
      'PUBLIC_URL',
      'SESSION_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'DATABASE_URL',
      'PAYMENT_PROVIDER',
    ])
  })

  it.each([
    ...['PUBLIC_URL', 'SESSION_SECRET', 'SMTP_URL', 'MAIL_FROM', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'],
    ...['DATABASE_URL', 'PAYMENT_PROVIDER'],
  ])('does not start without %s, and says what it is', (name) => {
    expect(problemsOf({ ...LIVE, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: required in live mode, .{10,}`)),
    ])
  })

  it('is served over https only', () => {
    expect(named({ ...LIVE, PUBLIC_URL: 'http://golconda.example' })).toEqual(['PUBLIC_URL'])
  })

  it('starts with Razorpay and all other settings', () => {
    expect(readEnv(LIVE).razorpay).toEqual({
      keyId: 'rzp_live_1DP5mmOlF5G5ag',
      keySecret: 'thisissecret',
      webhookSecret: 'a-secret-of-the-webhook-alone',
      url: 'https://api.razorpay.com',
    })
  })

  it('rejects the sandbox and test keys', () => {
    expect(named({ ...LIVE, PAYMENT_PROVIDER: 'sandbox' })).toEqual(['PAYMENT_PROVIDER'])
    expect(named({ ...LIVE, RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag' })).toEqual(['RAZORPAY_KEY_ID'])
  })

  it('never sends its keys unencrypted', () => {
    expect(named({ ...LIVE, RAZORPAY_API_URL: 'http://api.razorpay.com' })).toEqual(['RAZORPAY_API_URL'])
  })

  it('names the missing Razorpay settings', () => {
    const { RAZORPAY_KEY_ID: _, RAZORPAY_KEY_SECRET: __, RAZORPAY_WEBHOOK_SECRET: ___, ...keyless } = LIVE
    expect(named(keyless)).toEqual(['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])
  })

  it('accepts the embedded database only when its risk is accepted', () => {
    const { DATABASE_URL: _, ...embedded } = LIVE
    expect(named(embedded)).toContain('DATABASE_URL')
    expect(named({ ...embedded, EMBEDDED_IN_LIVE: 'accepted' })).not.toContain('DATABASE_URL')
  })

  it('rejects the relaxed limits of test runs', () => {
    expect(named({ ...LIVE, RATE_LIMITS: 'relaxed' })).toContain('RATE_LIMITS')
  })

  it.each([
    ['HTTP://golconda.example', 'PUBLIC_URL: must be https'],
    ['https://golconda.example/shop', 'PUBLIC_URL: must be the address alone, without a path'],
    ['https://asha:secret@golconda.example', 'PUBLIC_URL: must be the address alone'],
    ['https://golconda.example/?a=1', 'PUBLIC_URL: must be the address alone'],
  ])('attack M3: does not start at %s, and says why', (PUBLIC_URL, why) => {
    expect(problemsOf({ ...LIVE, PUBLIC_URL })).toEqual([expect.stringContaining(why)])
  })

  it('attack M3: reads its address in upper or lower case, so that cookies are secure', () => {
    for (const PUBLIC_URL of ['HTTPS://Golconda.Example', 'https://golconda.example:443/', 'https://golconda.example'])
      expect(readEnv({ ...LIVE, PUBLIC_URL })).toMatchObject({ PUBLIC_URL: 'https://golconda.example', https: true })
  })

  it.each([
    ['SESSION_SECRET', 'a'.repeat(32)],
    ['SESSION_SECRET', 'abcabcabcabcabcabcabcabcabcabcabcabc'],
    ['ADMIN_PASSWORD', 'aaaaaaaaaaaa'],
    ['ADMIN_PASSWORD', 'abcabcabcabc'],
    ['ADMIN_PASSWORD', '123456789012'],
    ['ADMIN_PASSWORD', 'Password-2026!'],
    ['ADMIN_PASSWORD', 'golcondacacao'],
    ['ADMIN_PASSWORD', 'qwertyuiop12'],
    ['ADMIN_EMAIL', 'Maker@golconda.example'],
    ['DATABASE_URL', 'postgres://golconda:change-me@127.0.0.1:5432/golconda'],
    ['SMTP_URL', 'smtp://mail.golconda.example?ignoreTLS=true'],
    ['SMTP_URL', 'smtps://user:password@mail.example'],
    ['SMTP_URL', 'smtps://user:password@mail.golconda.example'],
    ['PUBLIC_URL', 'https://shop.example'],
    ['MAIL_FROM', 'Golconda Cacao'],
    ['MAIL_FROM', 'shop@shop.example'],
    ['MAIL_FROM', 'Golconda Cacao <shop@shop.example>'],
    ['TRUSTED_PROXIES', '0.0.0.0/1'],
    ['TRUSTED_PROXIES', '127.0.0.1 128.0.0.0/7'],
    ['TRUSTED_PROXIES', '2000::/3'],
    ['RAZORPAY_API_URL', 'HTTP://api.razorpay.com'],
  ])('attack M3: does not start with %s=%s, and says so in one line', (name, value) => {
    expect(problemsOf({ ...LIVE, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: .{20,}`))])
  })

  it.each([
    ['SESSION_SECRET', '4f5c1e0b9a7d3268f1e0d9c8b7a69584'],
    ['ADMIN_PASSWORD', 'kite lemon seven drum'],
    ['TRUSTED_PROXIES', '10.0.0.0/8 172.16.0.0/12 fc00::/7 ::1'],
    ['SMTP_URL', 'smtp://mail.golconda.example'],
    ['MAIL_FROM', 'Golconda Cacao <shop@golconda.in>'],
  ])('attack M3: starts with %s=%s', (name, value) => {
    expect(problemsOf({ ...LIVE, [name]: value })).toEqual([])
  })

  it('lists wrong and missing values together', () => {
    expect(named({ SHOP_MODE: 'live', PORT: 'x' })).toEqual(expect.arrayContaining(['PORT', 'PUBLIC_URL', 'SMTP_URL']))
  })
})
