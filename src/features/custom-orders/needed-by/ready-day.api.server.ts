import type { Db } from '#src/db/database.server.ts'
import { usualWork } from '#src/features/custom-orders/quotes/quote-terms.ts'
import { ReadyDay, ReadyDayQuestion } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { findReadyDay } from '#src/features/orders/delivery/ready-day.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'

const readyDayRoute = defineRoute('get', '/custom-orders/ready-day', {
  ...PUBLIC,
  summary: 'Get the day on which a custom chocolate can be ready',
  query: ReadyDayQuestion,
  ok: ['The day, and the delivery after it where no zone has its own days; it can change until the payment', ReadyDay],
})

export function readyDayApi({ db, now }: { db: Db; now: () => Date }) {
  return createApiRouter().openapi(readyDayRoute(), async (c) => {
    return c.json(await answerReadyDay(db, c.req.valid('query'), now()), 200)
  })
}

/** Answers for a new request by its quantity, for a quotation by its own work and day. */
export async function answerReadyDay(db: Db, question: ReadyDayQuestion, now: Date): Promise<ReadyDay> {
  const { quantity, ...work } = question
  return findReadyDay(db, quantity === undefined ? work : usualWork(await readSettings(db), quantity), { now })
}
