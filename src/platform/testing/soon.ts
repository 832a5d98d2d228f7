import { minutesLater } from '#src/core/dates.ts'

/** A little later than the database's clock, which counts in microseconds, so that what was just queued is due. */
export const soon = (): Date => minutesLater(new Date(), 0.1)
