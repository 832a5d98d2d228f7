import { z } from '@hono/zod-openapi'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { ADMIN, BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { getOrderProblems } from './order-problems.server.ts'
import { AdminProblem, NewProblem, OrderProblems, ProblemReceipt, Settlement } from './problems.contract.ts'
import { reportProblem } from './report-problem.server.ts'
import { findAdminProblem, settleProblem } from './settle-problem.server.ts'

const REPORT_LIMIT: RateLimit = { name: 'problem-report-user', max: 20, perSeconds: 24 * 3600 }

const OneOrder = z.object({ id: z.uuid() })
const OneTicket = z.object({ id: z.uuid() })

const listRoute = defineRoute('get', '/orders/{id}/problems', {
  ...BUYING,
  summary: "List the reported problems of the customer's own order, and what can be reported",
  params: OneOrder,
  ok: ['Of all its parcels', OrderProblems],
})

const reportRoute = defineRoute('post', '/orders/{id}/problems', {
  ...BUYING,
  summary: "Report a problem with the customer's own order, or parcel",
  params: OneOrder,
  json: NewProblem,
  created: ['The number of the ticket', ProblemReceipt],
})

const adminRoute = defineRoute('get', '/admin/problems/{id}', {
  ...ADMIN,
  summary: 'Get the problem that a ticket reports',
  params: OneTicket,
  ok: ['The problem; null for any other ticket', z.object({ problem: AdminProblem.nullable() })],
})

const settleRoute = defineRoute('post', '/admin/problems/{id}/settlement', {
  ...ADMIN,
  summary: 'Settle a problem: refund, and write to the customer',
  params: OneTicket,
  json: Settlement,
  ok: ['The settled problem', AdminProblem],
})

type ProblemsApi = { db: Db; adminEmail: string; now: () => Date }

export function problemsApi({ db, adminEmail, now }: ProblemsApi) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const own = { orderId: c.req.valid('param').id, userId: c.get('user').id, now: now() }
    return c.json(await getOrderProblems(db, own), 200)
  })
  api.openapi(reportRoute(db), async (c) => {
    const { id: userId } = c.get('user')
    const report = { ...c.req.valid('json'), orderId: c.req.valid('param').id, userId, adminEmail, now: now() }
    // In one transaction, so that a refused report does not use up the limit.
    const receipt = await inTransaction(db, async (tx) => {
      await consumeLimit(tx, REPORT_LIMIT, userId)
      return reportProblem(tx, report)
    })
    return c.json(receipt, 201)
  })
  api.openapi(adminRoute(db), async (c) =>
    c.json({ problem: (await findAdminProblem(db, c.req.valid('param').id)) ?? null }, 200),
  )
  api.openapi(settleRoute(db), async (c) => {
    const decision = { ...c.req.valid('json'), ticketId: c.req.valid('param').id, by: c.get('user'), now: now() }
    return c.json(await settleProblem(db, decision), 200)
  })
  return api
}
