import { describe, expect, it } from 'vitest'
import { parseBatchId, parseScannedCode } from './batch-values.ts'

describe('a batch id', () => {
  it.each([
    ['as the label has it', 'GC-2026-114', 'GC-2026-114'],
    ['typed in lower case', 'gc-2026-114', 'GC-2026-114'],
    ['with spaces around it', '  GC-2026-114 \n', 'GC-2026-114'],
    ['of one letter', 'a', 'A'],
  ])('is understood %s', (_, typed, id) => {
    expect(parseBatchId(typed)).toBe(id)
  })

  it.each([
    '',
    '   ',
    '-',
    'GC 2026',
    'GC-2026-',
    '-114',
    'GC/2026',
    '../products',
    'GC-2026-114\u0000',
    'ə',
    'A'.repeat(41),
  ])('is not %j', (typed) => {
    expect(parseBatchId(typed)).toBeUndefined()
  })
})

describe('a scanned code', () => {
  const ORIGINS = ['https://golconda.example', 'http://localhost:3000']

  it.each([
    ['the id alone', 'GC-2026-114'],
    ['the id in lower case', ' gc-2026-114 '],
    ['an address of the shop', 'https://golconda.example/traceability?batch=GC-2026-114'],
    [
      'an address of the shop with more in it',
      'http://localhost:3000/traceability?from=box&batch=gc-2026-114#timeline',
    ],
  ])('names a batch by %s', (_, code) => {
    expect(parseScannedCode(code, ORIGINS)).toBe('GC-2026-114')
  })

  it.each([
    ['an address of somebody else', 'https://evil.example/traceability?batch=GC-2026-114'],
    ['an address that only begins like ours', 'https://golconda.example.evil.example/?batch=GC-2026-114'],
    ['our address as somebody’s user name', 'https://golconda.example@evil.example/?batch=GC-2026-114'],
    ['our host on another port', 'http://localhost:3001/traceability?batch=GC-2026-114'],
    ['our host without encryption', 'http://golconda.example/traceability?batch=GC-2026-114'],
    ['our address without a batch', 'https://golconda.example/traceability'],
    ['our address with nonsense for a batch', 'https://golconda.example/traceability?batch=%3Cscript%3E'],
    ['a script', 'javascript:location="https://golconda.example/?batch=GC-2026-114"'],
    ['a payment', 'upi://pay?pa=maker@bank&batch=GC-2026-114'],
    ['a sentence', 'Happy birthday!'],
    ['nothing', ''],
  ])('is none of ours: %s', (_, code) => {
    expect(parseScannedCode(code, ORIGINS)).toBeUndefined()
  })

  it('is refused when its origin is opaque', () => {
    expect(parseScannedCode('data:text/plain,?batch=GC-2026-114', ['null'])).toBeUndefined()
  })
})
