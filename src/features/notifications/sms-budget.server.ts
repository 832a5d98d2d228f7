import { randomUUID } from 'node:crypto'
import { readIndianMobile } from '#src/core/indian-mobile.ts'
import type { Db } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import { giveBackToLimit, isWithinLimit, type Limit } from '#src/platform/rate-limit.server.ts'
import { OverBudget } from './delivery-failures.server.ts'
import { queueMessage, type Sms } from './notifications.server.ts'

const TO_ONE_NUMBER: Limit = { name: 'sms-to-number', max: 3, perSeconds: 3600 }
const IN_ALL: Limit = { name: 'sms-in-all', max: 200, perSeconds: 86_400 }
const TOLD: Limit = { name: 'sms-held-told', max: 1, perSeconds: 86_400 }

type SendSms = (message: Sms) => Promise<void>
export type SmsBudget = (send: SendSms) => SendSms

/**
 * An SMS costs the house money and rings in somebody's pocket, and anybody can type anybody's number: three an hour to one
 * number, 200 a day in all. What is beyond is held for the maker to look at, who is told once a day; its e-mail goes out
 * all the same. Only what was sent counts.
 */
export const smsBudgetIn =
  (db: Db, makerEmail: string): SmsBudget =>
  (send) =>
  async (message) => {
    const number = readIndianMobile(message.to) ?? message.to
    if (!(await isWithinLimit(db, TO_ONE_NUMBER, number))) throw await held(db, makerEmail, NUMBER_HAD_ENOUGH)
    if (!(await isWithinLimit(db, IN_ALL, 'everybody'))) {
      await giveBackToLimit(db, TO_ONE_NUMBER, number)
      throw await held(db, makerEmail, DAY_HAD_ENOUGH)
    }
    try {
      await send(message)
    } catch (error) {
      await giveBackToLimit(db, TO_ONE_NUMBER, number)
      await giveBackToLimit(db, IN_ALL, 'everybody')
      throw error
    }
  }

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
