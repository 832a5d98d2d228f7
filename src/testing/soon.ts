import { addMinutes } from '#src/core/dates.ts'

/** After the database's microsecond clock, so that what was just queued is due. */
export const slightlyLater = (): Date => addMinutes(new Date(), 0.1)
