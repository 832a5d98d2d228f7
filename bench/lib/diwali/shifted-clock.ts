/**
 * Loaded into a shop by NODE_OPTIONS: each SIGUSR2 moves its clock an hour ahead, or back again. Timers and
 * performance.now() go on, as when the clock of a machine is set.
 */
const HOUR_MS = 3_600_000
const RealDate = Date
let aheadMs = 0

class ShiftedDate extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...given)
  }
  static override now(): number {
    return RealDate.now() + aheadMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? HOUR_MS : 0
})
