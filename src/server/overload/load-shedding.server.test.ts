import { expect, it, onTestFinished, vi } from 'vitest'
import { releaseSlotWhile, runInRequestContext } from '#src/server/http/request-context.server.ts'
import { createAdmissionController, type Priority, type Slot } from './load-shedding.server.ts'

/** An admission controller whose requests last as long as the test wants. */
function createTestAdmission({ lagMs = 0 } = {}) {
  const admission = createAdmissionController({ lagMs: () => lagMs, concurrency: { reads: 8, writes: 6, payment: 4 } })
  const running: { priority: Priority; slot: Slot }[] = []
  const timedOut: Priority[] = []
  const request = (priority: Priority, isRead: boolean, isBodyComplete = () => true) => ({
    priority,
    isRead,
    isBodyComplete,
    run: (slot: Slot) => running.push({ priority, slot }),
    onTimeout: () => timedOut.push(priority),
  })
  const read = (priority: Priority) => admission.admit(request(priority, true))
  const readReserved = (priority: Priority) => admission.admitReserved(request(priority, true))
  const write = (priority: Priority, isBodyComplete?: () => boolean) =>
    admission.admit(request(priority, false, isBodyComplete))
  const many = (count: number, admitOne: () => unknown) =>
    Array.from({ length: count }, admitOne).filter(Boolean).length
  /** Releases running requests one after the other, at this interval. */
  const finish = (count: number, everyMs: number) => {
    for (let nth = 0; nth < count; nth++) {
      vi.advanceTimersByTime(everyMs)
      running.shift()?.slot.release()
    }
  }
  return { admission, read, readReserved, write, many, running, timedOut, finish }
}

/** The value once all promises that can settle have done so. */
const soon = async <T>(value: T): Promise<T> => {
  await new Promise(setImmediate)
  return value
}

const inFakeTime = () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

it('runs eight reads and six writes at once and queues the others in order', () => {
  const { read, write, many, running, admission } = createTestAdmission()
  expect([many(20, () => read('browse')), running.length, admission.waiting()]).toEqual([20, 8, 20])
  expect([many(10, () => write('checkout')), running.length, admission.waiting()]).toEqual([10, 14, 30])
  read('checkout')
  running[0]?.slot.release()
  running[0]?.slot.release()
  expect([running.length, running.at(-1)?.priority, admission.waiting()]).toEqual([15, 'browse', 30])
})

it('never queues payment reports behind browsing or checkout', () => {
  const { read, write, many, running } = createTestAdmission()
  many(20, () => read('browse'))
  many(20, () => write('checkout'))
  write('payment')
  expect(running.at(-1)?.priority).toBe('payment')
})

it('sheds browsing first, then the admin, then checkout, and payment reports last', () => {
  const { read, write, many } = createTestAdmission()
  const admitted = (['browse', 'admin', 'checkout', 'payment'] as const).map((priority) => [
    priority,
    many(2000, () => (priority === 'browse' || priority === 'admin' ? read(priority) : write(priority))),
  ])
  expect(admitted).toEqual([
    ['browse', 100],
    ['admin', 30],
    ['checkout', 170],
    ['payment', 700],
  ])
})

it('rejects at once what would wait too long: browsing before checkout', async () => {
  inFakeTime()
  const { read, many, finish } = createTestAdmission()
  many(90, () => read('browse'))
  await soon(finish(40, 20))
  // 42 requests wait, and one ends every 20 ms.
  expect([read('browse'), Boolean(read('checkout'))]).toEqual([false, true])
  many(130, () => read('checkout'))
  expect(read('checkout')).toBe(false)
})

it('rejects a request that waited so long that its client has left', () => {
  inFakeTime()
  const { read, many, running, timedOut, finish } = createTestAdmission()
  many(9, () => read('browse'))
  read('checkout')
  finish(1, 5000)
  expect([timedOut, running.at(-1)?.priority]).toEqual([['browse'], 'checkout'])
})

it('does not shed for event loop lag while few requests are in flight', () => {
  const { read, many } = createTestAdmission({ lagMs: 600 })
  expect(many(20, () => read('browse'))).toBe(11)
  expect(many(20, () => read('checkout'))).toBe(20)
})

it('sheds browsing, and later checkout, once the requests of one turn of the event loop take long', async () => {
  inFakeTime()
  const { read, write, running } = createTestAdmission()
  const admitted = { browse: 0, checkout: 0, payment: 0 }
  // Each is rendered before the next one is read.
  const take = (priority: keyof typeof admitted) => {
    if (!(priority === 'browse' ? read(priority) : write(priority))) return
    admitted[priority] += 1
    vi.advanceTimersByTime(8)
    running.pop()?.slot.release()
  }
  for (const priority of ['browse', 'checkout', 'payment'] as const) for (let nth = 0; nth < 90; nth++) take(priority)
  expect(admitted).toEqual({ browse: 13, checkout: 38, payment: 90 })
  await soon(0)
  take('browse')
  expect(admitted.browse).toBe(14)
})

it('sheds nothing for one long request in a turn', () => {
  inFakeTime()
  const { read, many } = createTestAdmission()
  read('browse')
  vi.advanceTimersByTime(900)
  expect(many(20, () => read('browse'))).toBe(10)
})

it('gives the slot to others while a write waits for its body or for a gateway', () => {
  const { write, many, running, admission } = createTestAdmission()
  many(7, () => write('checkout'))
  const [{ slot } = {}] = running
  const counted = (['suspend', 'suspend', 'resume', 'resume'] as const).map((step) => {
    void slot?.[step]()
    return [running.length, admission.waiting()]
  })
  slot?.release()
  void slot?.resume()
  expect([...counted, [running.length, admission.waiting()]]).toEqual([
    [7, 6],
    [7, 6],
    [7, 7],
    [7, 7],
    [7, 6],
  ])
})

it('resumes requests that waited for a gateway before queued ones, without shedding others', async () => {
  const { read, write, many, running } = createTestAdmission()
  const resumed: number[] = []
  for (let nth = 0; nth < 150; nth++) {
    write('checkout')
    running.at(-1)?.slot.suspend()
  }
  many(6, () => write('checkout'))
  write('checkout')
  const atTheBank = running.slice(0, 150)
  for (const [nth, { slot }] of atTheBank.entries()) void slot.resume().then(() => resumed.push(nth))
  expect([await soon(resumed), running.length, Boolean(read('browse'))]).toEqual([[], 156, true])
  running[150]?.slot.release()
  running[151]?.slot.release()
  expect([await soon(resumed), running.length]).toEqual([[0, 1], 157])
  // The clients hung up, so the queued request runs.
  for (const { slot } of atTheBank) slot.release()
  expect([(await soon(resumed)).length, running.length]).toEqual([150, 158])
})

it('lets a request go on whose client leaves while it waits to get its slot back', async () => {
  const { write, many, running, admission } = createTestAdmission()
  many(7, () => write('checkout'))
  const [{ slot } = {}] = running
  slot?.suspend()
  const resumed: string[] = []
  void slot?.resume().then(() => resumed.push('goes on'))
  expect([await soon(resumed), running.length, admission.waiting()]).toEqual([[], 7, 7])
  slot?.release()
  expect([await soon(resumed), running.length, admission.waiting()]).toEqual([['goes on'], 7, 6])
})

it('stays suspended until the last of several external calls has answered', async () => {
  const { write, running, admission } = createTestAdmission()
  write('payment')
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answered = runInRequestContext({ id: 'one', slot: running[0]?.slot }, () =>
    Promise.all([releaseSlotWhile(one.promise), releaseSlotWhile(other.promise)]),
  )
  one.resolve()
  expect([await soon(0), admission.waiting()]).toEqual([0, 0])
  other.resolve()
  await answered
  expect(admission.waiting()).toBe(1)
})

it('keeps the slot of an answered request until its work has ended', async () => {
  const { write, many, running, admission } = createTestAdmission()
  many(6, () => write('checkout'))
  const run = Promise.withResolvers<void>()
  running[0]?.slot.holdUntil(run.promise)
  running[0]?.slot.release()
  write('checkout')
  expect([await soon(running.length), admission.waiting()]).toEqual([6, 7])
  run.reject(new Error('It broke'))
  expect([await soon(7), running.length, admission.waiting()]).toEqual([7, 7, 6])
})

it('admits payment reports after a stall, and ignores idle time', async () => {
  inFakeTime()
  const { read, write, many, finish, running } = createTestAdmission()
  many(11, () => write('payment'))
  await soon(finish(1, 20))
  vi.advanceTimersByTime(9000)
  expect(Boolean(write('payment'))).toBe(true)
  running.length = 0
  many(10, () => read('browse'))
  finish(2, 20)
  for (const { slot } of running) slot.suspend()
  await soon(many(8, () => read('browse')))
  vi.advanceTimersByTime(3_600_000)
  expect(many(3, () => read('browse'))).toBe(3)
})

it('gives no slot to a request whose body is still on its way', () => {
  const { write, many, running, admission } = createTestAdmission()
  many(6, () => write('checkout'))
  many(20, () => write('checkout', () => false))
  write('checkout')
  running[0]?.slot.release()
  expect([running.length, admission.waiting()]).toEqual([27, 6])
})

it('removes a request from the queue when its client leaves', () => {
  const { read, write, running, admission } = createTestAdmission()
  const waiting = Array.from({ length: 10 }, () => read('browse'))
  const passing = write('checkout')
  for (const slot of [...waiting.reverse(), passing]) if (slot) slot.release()
  expect([running.length, admission.waiting()]).toEqual([9, 0])
})

it('while buyers take all slots, runs one search at a time, which leaves nineteen times as long to them', async () => {
  inFakeTime()
  const { read, readReserved, many, running, admission } = createTestAdmission()
  many(200, () => read('checkout'))
  const search = (ms: number) => {
    expect([Boolean(readReserved('browse')), readReserved('browse'), admission.waiting()]).toEqual([true, false, 201])
    vi.advanceTimersByTime(ms)
    running.pop()?.slot.release()
  }
  await soon(search(40))
  vi.advanceTimersByTime(759)
  expect(readReserved('browse')).toBe(false)
  await soon(vi.advanceTimersByTime(1))
  await soon(search(9000))
  vi.advanceTimersByTime(1999)
  expect(readReserved('browse')).toBe(false)
  await soon(vi.advanceTimersByTime(1))
  search(40)
  expect(admission.waiting()).toBe(200)
})

it('reserves a slot for a search and one for an admin, and none for buyers, who have the others', () => {
  const { read, readReserved, many } = createTestAdmission()
  many(200, () => read('checkout'))
  const reserved = (['browse', 'admin', 'checkout', 'payment'] as const).map((priority) =>
    Boolean(readReserved(priority)),
  )
  expect(reserved).toEqual([true, true, false, false])
})

it('runs no search beside buyers while the event loop lags', () => {
  const { read, readReserved, many } = createTestAdmission({ lagMs: 600 })
  many(200, () => read('checkout'))
  expect(readReserved('browse')).toBe(false)
})

it('rejects a request with a slow body that would wait longer for a slot than a new one may', async () => {
  inFakeTime()
  const { write, many, running, finish } = createTestAdmission()
  many(9, () => write('checkout'))
  await soon(finish(3, 3000))
  const [first, second, third] = running.splice(0, 3).map(({ slot }) => slot)
  for (const slot of [first, second, third]) slot?.suspend()
  many(3, () => write('checkout'))
  void first?.requeue()
  expect(third?.wouldWaitTooLong()).toBe(false)
  void second?.requeue()
  expect(third?.wouldWaitTooLong()).toBe(true)
})

it('a request with a slow body overtakes none of those whose bodies are complete', async () => {
  const { write, many, running } = createTestAdmission()
  many(6, () => write('checkout'))
  const order: string[] = []
  const [slow, leaves] = running.splice(0, 2).map(({ slot }) => slot)
  for (const slot of [slow, leaves]) slot?.suspend()
  many(3, () => write('admin'))
  void leaves?.requeue().then(() => order.push('left'))
  void slow?.requeue().then(() => order.push('slow'))
  const next = async () => {
    running.shift()?.slot.release()
    await soon(order)
    return [running.length, ...order]
  }
  leaves?.release()
  expect([await next(), await next()]).toEqual([
    [6, 'left'],
    [5, 'left', 'slow'],
  ])
})
