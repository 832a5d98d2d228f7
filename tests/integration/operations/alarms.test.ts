import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { instrumentServer } from '#src/app/ingress/observability.server.ts'
import { startScheduler } from '#src/app/jobs/scheduler.server.ts'
import { createCouriers } from '#src/features/couriers/create-couriers.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { watchDiskSpace } from '#src/server/telemetry/disk-space.server.ts'
import { openObjectStorage } from '#src/storage/image-storage.server.ts'
import { listenLocally, temporaryFolder } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createTestPayments } from '#tests/factories/payments/payments.ts'

const RULES = readFileSync('deploy/alerts.yml', 'utf8')
const BOARD = JSON.parse(readFileSync('deploy/grafana.json', 'utf8'))
const GUIDE = readFileSync('docs/operations.md', 'utf8')

const alarms = [...RULES.matchAll(/- alert: (\w+)\n([\s\S]*?)(?=\n\s*- alert:|\n\s*- name:|$)/g)].map(
  ([, name = '', rule = '']) => ({ name, rule }),
)
const expressions = alarms.map(({ rule }) => /expr: ([\s\S]*?)\n {8}\w+:/.exec(rule)?.[1] ?? '')
const drawn: string[] = [BOARD.annotations, ...BOARD.panels].flatMap((panel) =>
  [...JSON.stringify(panel).matchAll(/"expr":"((?:[^"\\]|\\.)*)"/g)].map(([, expression = '']) => expression),
)
const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b(?:shop|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))

/** The names that /metrics of a whole process shows. */
async function readMetrics(): Promise<string> {
  const database = await testDatabase()
  const env = { ...readEnv({}), DATA_DIR: temporaryFolder(), BACKUP_DIR: temporaryFolder() }
  const payments = createTestPayments(database.db)
  const diskSpace = await watchDiskSpace(env.DATA_DIR, { minBytes: 0 })
  const scheduler = startScheduler({
    database,
    context: payments,
    couriers: createCouriers(env.couriers),
    deliver: async () => {},
    adminEmail: env.ADMIN_EMAIL,
    publicUrl: env.PUBLIC_URL,
    storage: openObjectStorage(env),
    mayWrite: () => false,
  })
  onTestFinished(async () => {
    diskSpace.stop()
    await scheduler.stop()
  })
  const shop = { env, database, diskSpace, payments, scheduler }
  const { answerOperator } = instrumentServer(shop, {
    answer: async () => {},
    tracing: undefined,
    fallBack: () => 'refuse',
    isKnownAdmin: () => false,
  })
  const port = await listenLocally(createServer((request, response) => void answerOperator(request, response)))
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

describe('the alarms', () => {
  it('read only metrics that a process shows, and so does the board', async () => {
    const shown = new Set([...(await readMetrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    expect(expressions.length).toBeGreaterThanOrEqual(20)
    expect(drawn.length).toBeGreaterThanOrEqual(30)
    const used = [...expressions.filter((expression) => !expression.startsWith('up{')), ...drawn]
    expect(used.filter((expression) => metricsIn(expression).length === 0)).toEqual([])
    expect(used.flatMap(metricsIn).filter((name) => !shown.has(name))).toEqual([])
  })

  it('leave the life of an event stream out of the response times, and refusals out of the errors', async () => {
    const times = [...expressions, ...drawn].filter((expression) => expression.includes('shop_request_seconds'))
    expect(times.length).toBeGreaterThanOrEqual(5)
    for (const expression of times) expect(expression).toMatch(/\{route!=\\?"\/api\/admin\/events\\?"\}/)
    expect(createFullApi(await testDatabase()).routes.map(({ path }) => path)).toContain('/api/admin/events')
    const counted = expressions.flatMap((expression) => expression.match(/\{status=~"5\.\."[^}]*\}/g) ?? [])
    expect(new Set(counted)).toEqual(new Set(['{status=~"5..", refused!~"overload|closed"}']))
  })

  it('name the jobs, queues and checks that there are', async () => {
    const text = await readMetrics()
    const labels = expressions.flatMap((expression) =>
      [...expression.matchAll(/(\w+)\{(\w+)=~?"([\w|]+)"/g)].flatMap(([, metric, label, values = '']) =>
        values.split('|').map((value) => ({ metric, label, value })),
      ),
    )
    const ofTheDatabase = labels.filter(
      ({ metric }) => metric === 'shop_queue_age_seconds' || metric === 'shop_needs_attention',
    )
    expect(ofTheDatabase.length).toBeGreaterThan(7)
    expect(
      ofTheDatabase.filter(({ metric, label, value }) => !text.includes(`${metric}{${label}="${value}"}`)),
    ).toEqual([])
    for (const job of ['outbox', 'payment-expiry']) expect(text).toContain(`shop_job_interval_seconds{name="${job}"}`)
    expect(text).toMatch(/shop_readiness_check\{check="database"\} 1/)
  })

  it('have their row in the guide, which says what to do', () => {
    const rows = new Map(
      [...GUIDE.matchAll(/^\| <a id="(\w+)"><\/a>(\w+) \| (.+) \|$/gm)].map(([, id, name, todo]) => [
        name,
        { id, todo },
      ]),
    )
    expect([...rows.keys()]).toEqual(alarms.map(({ name }) => name))
    for (const { name, rule } of alarms) {
      expect(rule).toMatch(new RegExp(`runbook: docs/operations.md#${rows.get(name)?.id}$`, 'm'))
      expect(rows.get(name)?.todo?.length).toBeGreaterThan(15)
    }
  })

  it('page somebody or wait for the morning', () => {
    for (const { name, rule } of alarms)
      expect([name, rule]).toEqual([name, expect.stringMatching(/severity: (page|ticket) /)])
  })
})
