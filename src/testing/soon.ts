import { addMinutes } from '#src/core/dates.ts'

/** A little later than the database's clock, which counts in microseconds, so that what was just queued is due. */
export const slightlyLater = (): Date => addMinutes(new Date(), 0.1)
