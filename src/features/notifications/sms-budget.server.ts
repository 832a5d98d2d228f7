import { randomUUID } from 'node:crypto'
import { readIndianMobile } from '#src/core/indian-mobile.ts'
import type { Db } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import { giveBackToLimits, isWithinLimit, isWithinLimits, type Limit } from '#src/platform/rate-limit.server.ts'
import { OverBudget } from './delivery-failures.server.ts'
import { queueMessage, type Sms } from './notifications.server.ts'
import type { SmsKind } from './sms.rules.ts'

const TO_ONE_NUMBER: Limit = { name: 'sms-to-number', max: 3, perSeconds: 3600 }
const IN_ALL: Limit = { name: 'sms-in-all', max: 200, perSeconds: 86_400 }
/** What anybody can set off by typing a number into a form: the rest of the day is for those who have paid. */
const OF_REQUESTS: ReadonlySet<string> = new Set<SmsKind>(['custom-order-received', 'quote-late'])
const REQUESTS_TO_ONE_NUMBER: Limit = { name: 'sms-of-requests-to-number', max: 2, perSeconds: 3600 }
const REQUESTS_IN_ALL: Limit = { name: 'sms-of-requests', max: 60, perSeconds: 86_400 }
const TOLD: Limit = { name: 'sms-held-told', max: 1, perSeconds: 86_400 }

type SendSms = (message: Sms) => Promise<void>
export type SmsBudget = (send: SendSms) => SendSms

/**
 * An SMS costs money and rings on somebody's phone, and anybody can type anybody's number. So one number gets three an
 * hour, and all numbers 200 a day; SMS that a stranger can cause have smaller limits within both. Messages beyond a limit
 * are held for the admin, who gets one e-mail a day about it. Only SMS that were sent count.
 */
export const smsBudgetIn =
  (db: Db, makerEmail: string): SmsBudget =>
  (send) =>
  async (message) => {
    const { toNumber, inAll, whyNumber, whyAll } = budgetOf(message)
    if (!(await isWithinLimits(db, [toNumber]))) throw await held(db, makerEmail, whyNumber)
    if (!(await isWithinLimits(db, inAll))) {
      await giveBackToLimits(db, [toNumber])
      throw await held(db, makerEmail, whyAll)
    }
    try {
      await send(message)
    } catch (error) {
      await giveBackToLimits(db, [toNumber, ...inAll])
      throw error
    }
  }

function budgetOf({ to, kind }: Sms) {
  const number = readIndianMobile(to) ?? to
  const all = { limit: IN_ALL, who: 'everybody' }
  if (!OF_REQUESTS.has(kind)) {
    const toNumber = { limit: TO_ONE_NUMBER, who: number }
    return { toNumber, inAll: [all], whyNumber: NUMBER_HAD_ENOUGH, whyAll: DAY_HAD_ENOUGH }
  }
  const toNumber = { limit: REQUESTS_TO_ONE_NUMBER, who: number }
  const inAll = [all, { limit: REQUESTS_IN_ALL, who: 'everybody' }]
  return { toNumber, inAll, whyNumber: REQUESTS_HAD_ENOUGH, whyAll: REQUESTS_HAD_ENOUGH }
}

const REQUESTS_HAD_ENOUGH =
  'Of SMS about requests for custom chocolates, 2 an hour go to one number and 60 a day in all.'
const NUMBER_HAD_ENOUGH = 'This number had three SMS within an hour.'
const DAY_HAD_ENOUGH = '200 SMS went out within a day, and no more do.'

async function held(db: Db, makerEmail: string, why: string): Promise<OverBudget> {
  if (await isWithinLimit(db, TOLD, why)) {
    log.error('SMS are held back, and the maker is told', { checks: [why] })
    await queueMessage(db, {
      channel: 'email',
      dedupeKey: `sms-held:${randomUUID()}`,
      to: makerEmail,
      subject: 'SMS are held back',
      text: `${why}\n\nWhat is held waits at the desk, under Messages, Held: look at it, and send again what still matters. Those that are held back for the same reason within a day are not told one by one.`,
    })
  }
  return new OverBudget(why)
}
