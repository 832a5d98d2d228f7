import { expect, it } from 'vitest'
import { acceptsProblem } from './problem.server.ts'

it.each([
  'application/problem+json',
  'application/json, application/problem+json;q=0.5',
  'Application/Problem+JSON',
  'text/html;q=0.9,application/problem+json ; Q=0.1',
])('a refusal has the members of RFC 9457 for a client that accepts %s', (accept) => {
  expect(acceptsProblem(accept)).toBe(true)
})

it.each([
  undefined,
  '',
  '*/*',
  'application/*',
  'application/json',
  'application/problem+json;q=0, application/json',
  'application/problem+json;q=0.000',
  'application/problem+json-seq',
  'application/json;profile="application/problem+json"',
])('a refusal is plain JSON for a client that accepts %s', (accept) => {
  expect(acceptsProblem(accept)).toBe(false)
})
