import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { findQuotedProducts } from '#src/features/catalog/stock/quoted-products.server.ts'
import { notifyAdminOfBacklog, notifyReceived } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import { insertRequest } from '#src/features/custom-orders/custom-order-record.server.ts'
import { quoteDueAt } from '#src/features/custom-orders/quotes/quote-sla.ts'
import { refuseWrongDay } from '#src/features/custom-orders/submit-custom-order.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toStudioHours } from '#src/features/settings/settings-rules.ts'
import type { NewBulkRequest } from './bulk.contract.ts'
import { insertBulkLines } from './bulk-lines.server.ts'

type Submission = {
  request: NewBulkRequest
  userId?: string | undefined
  adminEmail: string
  receivedAt: Date
  /** False during a flood: the request is stored, no messages are sent. */
  tellPeople?: boolean
}

/** Stores a request for a price of many pieces, and informs the customer and the admin in the same transaction. */
export async function submitBulkRequest(db: Db, submission: Submission): Promise<{ reference: string; dueAt: Date }> {
  const { request, userId, adminEmail, receivedAt, tellPeople = true } = submission
  const { lines, company, gstin, message, neededBy, ...contact } = request
  refuseWrongDay(request, receivedAt)
  const dueAt = quoteDueAt(receivedAt, toStudioHours((await readSettings(db)).hours))
  return inTransaction(db, async (tx) => {
    const named = await nameLines(tx, lines)
    const stored = await insertRequest(tx, {
      ...contact,
      kind: 'bulk',
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      company: company || null,
      gstin: gstin || null,
      message: message || null,
      neededBy: neededBy || null,
      userId,
      dueAt,
      notificationsMuted: !tellPeople,
      createdAt: receivedAt,
    })
    await insertBulkLines(tx, stored.id, named)
    if (tellPeople) await notifyReceived(tx, stored, { adminEmail, bySms: false })
    else await notifyAdminOfBacklog(tx, receivedAt, adminEmail)
    return { reference: stored.reference, dueAt }
  })
}

/** Refuses what is not on sale, beside its line. */
async function nameLines(tx: Db, lines: NewBulkRequest['lines']) {
  const products = await findQuotedProducts(tx, lines)
  const message = 'This product is not in our shop. Please choose another.'
  const issues = lines.flatMap(({ productId }, at) =>
    products.has(productId) ? [] : [{ path: `lines.${at}.productId`, message }],
  )
  if (issues.length > 0) throw new DomainError('invalid', message, { issues })
  return lines.map((line) => ({ ...line, name: products.get(line.productId)?.name ?? '' }))
}
