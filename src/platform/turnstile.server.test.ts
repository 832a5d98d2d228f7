import { expect, it } from 'vitest'
import { createTurnstile, type Rank } from './turnstile.server.ts'

/** A turnstile at which reads take as long as the test wants. */
function aTurnstile({ lagMs = 0 } = {}) {
  const turnstile = createTurnstile({ lagMs: () => lagMs })
  const atWork: { rank: Rank; made: () => void }[] = []
  const read = (rank: Rank) => turnstile.read(rank, (made) => atWork.push({ rank, made }))
  const write = (rank: Rank) => turnstile.write(rank)
  const many = (count: number, what: () => unknown) => Array.from({ length: count }, what).filter(Boolean).length
  return { turnstile, read, write, many, atWork }
}

it('makes eight reads at once and lets the others wait', () => {
  const { read, many, atWork, turnstile } = aTurnstile()
  expect([many(20, () => read('looking')), atWork.length, turnstile.waiting()]).toEqual([20, 8, 20])
  atWork[0]?.made()
  atWork[0]?.made()
  expect([atWork.length, turnstile.waiting()]).toEqual([9, 19])
})

it('lets those who buy go before those who look, whoever came first', () => {
  const { read, many, atWork } = aTurnstile()
  many(9, () => read('looking'))
  read('desk')
  read('buying')
  read('money')
  for (const one of atWork.slice(0, 4)) one.made()
  expect(atWork.slice(8).map(({ rank }) => rank)).toEqual(['money', 'buying', 'desk', 'looking'])
})

it('turns away those who look first, then the desk, then those who buy, and those who bring money last', () => {
  const { read, write, many } = aTurnstile()
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

it('turns nobody away for a late loop while hardly anybody waits', () => {
  const { read, many } = aTurnstile({ lagMs: 600 })
  expect(many(20, () => read('looking'))).toBe(11)
  expect(many(20, () => read('buying'))).toBe(20)
})

it('counts a write only while all of it is there, and not after it is over', () => {
  const { write, turnstile } = aTurnstile()
  const turn = write('buying')
  const counted = [true, false, false, true].map((is) => {
    if (turn) turn.waits(is)
    return turnstile.waiting()
  })
  if (turn) turn.leave()
  if (turn) turn.waits(true)
  expect([...counted, turnstile.waiting()]).toEqual([1, 0, 0, 1, 0])
})

it('forgets whoever left before their turn, and is free again', () => {
  const { read, write, atWork, turnstile } = aTurnstile()
  const waiting = Array.from({ length: 10 }, () => read('looking'))
  const passing = write('buying')
  for (const turn of [...waiting.reverse(), passing]) if (turn) turn.leave()
  expect([atWork.length, turnstile.waiting()]).toEqual([8, 0])
})
