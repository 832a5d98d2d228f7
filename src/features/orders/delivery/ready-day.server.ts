import { promiseDelivery } from '#src/core/delivery/delivery-promise.ts'
import type { Parcel } from '#src/core/delivery/delivery-rules.ts'
import { readyDay } from '#src/core/delivery/dispatch-days.ts'
import type { Db } from '#src/db/database.server.ts'
import { readLimitedLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'

type Work = Pick<Parcel, 'craftingDays' | 'craftingMinutes' | 'readyOn'>
/** `ownOrder`: the hours of this unpaid order do not count against itself. */
type At = { now: Date; ownOrder?: string | undefined }

/** Finds the day on which this work is ready if it is paid now, and its delivery where no zone has its own days. */
export async function findReadyDay(db: Db, work: Work, { now, ownOrder }: At) {
  const settings = await readSettings(db)
  const rules = toDeliveryRules(settings)
  const load = await readLimitedLoad(db, settings, { now, ownOrder })
  const parcel = { ...work, orderedAt: now, pincode: '' }
  const promise = promiseDelivery(parcel, rules, load)
  const { from, to } = promise.kind === 'days' ? promise : { from: promise.shipOn, to: promise.shipOn }
  return { readyOn: readyDay(parcel, rules, load), from, to }
}
