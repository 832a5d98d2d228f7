import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeIpLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

const CSP_REPORT_LIMIT: RateLimit = { name: 'csp-report-address', max: 10, perSeconds: 60 }

const REPORT_BODY = {
  accepts: ['application/csp-report', 'application/reports+json', 'application/json'],
  maxBytes: 8 * 1024,
}

const reportRoute = defineRoute('post', '/csp-report', {
  ...PUBLIC,
  body: REPORT_BODY,
  crossOrigin: true,
  whileClosed: true,
  summary: 'Report a violation of the content security policy',
  responses: { 204: { description: 'Recorded' } },
})

const Violation = z.union([
  z
    .object({ 'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string() }) })
    .transform(({ 'csp-report': report }) => ({
      directive: report['effective-directive'],
      blocked: report['blocked-uri'],
    })),
  z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }) }).transform(({ body }) => ({
    directive: body.effectiveDirective,
    blocked: body.blockedURL,
  })),
])

/** Both formats: one report (report-uri), or a list of them (report-to). */
const Reports = z.union([Violation.transform((one) => [one]), z.array(Violation).max(20)])

/** Logs reports as directive and host, without the addresses of pages. */
export const cspReportApi = ({ db }: { db: Db }) =>
  createApiRouter().openapi(reportRoute(), async (c) => {
    await consumeIpLimit(db, CSP_REPORT_LIMIT, getClientIp(c))
    const reports = Reports.safeParse(await c.req.json().catch(() => undefined))
    for (const { directive, blocked } of reports.data ?? [])
      log.warn(`The content security policy blocked ${wordOf(directive)} from ${hostOf(blocked)}`)
    return c.body(null, 204)
  })

/** Reports are untrusted: only word characters reach the log. */
const wordOf = (text: string) => text.replace(/[^\w-]/g, '').slice(0, 40)
const hostOf = (blocked: string) => (URL.canParse(blocked) ? new URL(blocked).host : wordOf(blocked)).slice(0, 100)
