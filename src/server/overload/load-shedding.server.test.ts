import { expect, it, onTestFinished, vi } from 'vitest'
import { releaseSlotWhile, runInRequestContext } from '#src/server/http/request-context.server.ts'
import { createAdmissionController, type Priority, type Slot } from './load-shedding.server.ts'

/** A turnstile at which requests take as long as the test wants. */
function createTestAdmission({ lagMs = 0 } = {}) {
  const admission = createAdmissionController({ lagMs: () => lagMs, atOnce: { reads: 8, writes: 6, money: 4 } })
  const atWork: { rank: Priority; turn: Slot }[] = []
  const late: Priority[] = []
  const enter = (rank: Priority, isRead: boolean, isWhole = () => true) =>
    admission.admit({
      rank,
      isRead,
      isWhole,
      work: (turn) => atWork.push({ rank, turn }),
      tooLate: () => late.push(rank),
    })
  const read = (rank: Priority) => enter(rank, true)
  const write = (rank: Priority, isWhole?: () => boolean) => enter(rank, false, isWhole)
  const many = (count: number, what: () => unknown) => Array.from({ length: count }, what).filter(Boolean).length
  /** One after the other is over, each so long after the one before. */
  const finish = (count: number, everyMs: number) => {
    for (let nth = 0; nth < count; nth++) {
      vi.advanceTimersByTime(everyMs)
      atWork.shift()?.turn.release()
    }
  }
  return { admission, read, write, many, atWork, late, finish }
}

/** What it is when all promises that can have told so. */
const soon = async <T>(it: T): Promise<T> => {
  await new Promise(setImmediate)
  return it
}

const inFakeTime = () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

it('makes eight reads and six writes at once, and lets the others wait in the order in which they came', () => {
  const { read, write, many, atWork, admission } = createTestAdmission()
  expect([many(20, () => read('looking')), atWork.length, admission.waiting()]).toEqual([20, 8, 20])
  expect([many(10, () => write('buying')), atWork.length, admission.waiting()]).toEqual([10, 14, 30])
  read('buying')
  atWork[0]?.turn.release()
  atWork[0]?.turn.release()
  expect([atWork.length, atWork.at(-1)?.rank, admission.waiting()]).toEqual([15, 'looking', 30])
})

it('keeps nobody who brings money behind those who look or buy', () => {
  const { read, write, many, atWork } = createTestAdmission()
  many(20, () => read('looking'))
  many(20, () => write('buying'))
  write('money')
  expect(atWork.at(-1)?.rank).toBe('money')
})

it('turns away those who look first, then the desk, then those who buy, and those who bring money last', () => {
  const { read, write, many } = createTestAdmission()
  const admitted = (['looking', 'desk', 'buying', 'money'] as const).map((rank) => [
    rank,
    many(2000, () => (rank === 'looking' || rank === 'desk' ? read(rank) : write(rank))),
  ])
  expect(admitted).toEqual([
    ['looking', 100],
    ['desk', 30],
    ['buying', 170],
    ['money', 700],
  ])
})

it('turns away at once whoever would wait too long: those who look before those who buy', () => {
  inFakeTime()
  const { read, many, finish } = createTestAdmission()
  many(90, () => read('looking'))
  finish(40, 20)
  // Forty-two wait, and one goes every 20 ms.
  expect([read('looking'), Boolean(read('buying'))]).toEqual([false, true])
  many(130, () => read('buying'))
  expect(read('buying')).toBe(false)
})

it('answers nobody who has waited so long that they are gone', () => {
  inFakeTime()
  const { read, many, atWork, late, finish } = createTestAdmission()
  many(9, () => read('looking'))
  read('buying')
  finish(1, 5000)
  expect([late, atWork.at(-1)?.rank]).toEqual([['looking'], 'buying'])
})

it('turns nobody away for a late loop while hardly anybody waits', () => {
  const { read, many } = createTestAdmission({ lagMs: 600 })
  expect(many(20, () => read('looking'))).toBe(11)
  expect(many(20, () => read('buying'))).toBe(20)
})

it('serves others while a write waits for its body or for a bank, and counts it again after that', () => {
  const { write, many, atWork, admission } = createTestAdmission()
  many(7, () => write('buying'))
  const [{ turn } = {}] = atWork
  const counted = (['suspend', 'suspend', 'resume', 'resume'] as const).map((step) => {
    void turn?.[step]()
    return [atWork.length, admission.waiting()]
  })
  turn?.release()
  void turn?.resume()
  expect([...counted, [atWork.length, admission.waiting()]]).toEqual([
    [7, 6],
    [7, 6],
    [7, 7],
    [7, 7],
    [7, 6],
  ])
})

it('has whoever comes back from a bank wait for a place, before newcomers and without turning others away', async () => {
  const { read, write, many, atWork } = createTestAdmission()
  const back: number[] = []
  for (let nth = 0; nth < 150; nth++) {
    write('buying')
    atWork.at(-1)?.turn.suspend()
  }
  many(6, () => write('buying'))
  write('buying')
  const atTheBank = atWork.slice(0, 150)
  for (const [nth, { turn }] of atTheBank.entries()) void turn.resume().then(() => back.push(nth))
  expect([await soon(back), atWork.length, Boolean(read('looking'))]).toEqual([[], 156, true])
  atWork[150]?.turn.release()
  atWork[151]?.turn.release()
  expect([await soon(back), atWork.length]).toEqual([[0, 1], 157])
  // Their shoppers hung up: nobody waits any more, and the newcomer's turn has come.
  for (const { turn } of atTheBank) turn.release()
  expect([(await soon(back)).length, atWork.length]).toEqual([150, 158])
})

it('is elsewhere until the last of several banks has answered', async () => {
  const { write, atWork, admission } = createTestAdmission()
  write('money')
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = runInRequestContext({ id: 'one', slot: atWork[0]?.turn }, () =>
    Promise.all([releaseSlotWhile(one.promise), releaseSlotWhile(other.promise)]),
  )
  one.resolve()
  expect([await soon(0), admission.waiting()]).toEqual([0, 0])
  other.resolve()
  await asked
  expect(admission.waiting()).toBe(1)
})

it('keeps the place of a call that was answered and still works, until that has ended', async () => {
  const { write, many, atWork, admission } = createTestAdmission()
  many(6, () => write('buying'))
  const work = Promise.withResolvers<void>()
  atWork[0]?.turn.holdUntil(work.promise)
  atWork[0]?.turn.release()
  write('buying')
  expect([await soon(atWork.length), admission.waiting()]).toEqual([6, 7])
  work.reject(new Error('It broke'))
  expect([await soon(7), atWork.length, admission.waiting()]).toEqual([7, 7, 6])
})

it('lets money in after a stall, and counts no time in which nobody waited', () => {
  inFakeTime()
  const { read, write, many, finish, atWork } = createTestAdmission()
  many(11, () => write('money'))
  finish(1, 20)
  vi.advanceTimersByTime(9000)
  expect(Boolean(write('money'))).toBe(true)
  atWork.length = 0
  many(10, () => read('looking'))
  finish(2, 20)
  for (const { turn } of atWork) turn.suspend()
  many(8, () => read('looking'))
  vi.advanceTimersByTime(3_600_000)
  expect(many(3, () => read('looking'))).toBe(3)
})

it('gives nobody a place whose body is still on its way when their turn comes', () => {
  const { write, many, atWork, admission } = createTestAdmission()
  many(6, () => write('buying'))
  many(20, () => write('buying', () => false))
  write('buying')
  atWork[0]?.turn.release()
  expect([atWork.length, admission.waiting()]).toEqual([27, 6])
})

it('forgets whoever left before their turn, and is free again', () => {
  const { read, write, atWork, admission } = createTestAdmission()
  const waiting = Array.from({ length: 10 }, () => read('looking'))
  const passing = write('buying')
  for (const turn of [...waiting.reverse(), passing]) if (turn) turn.release()
  expect([atWork.length, admission.waiting()]).toEqual([9, 0])
})
