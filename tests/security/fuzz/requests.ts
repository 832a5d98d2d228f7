import fc from 'fast-check'
import type { ApiOperation } from '#src/server/routes/openapi-types.ts'
import { corruptValue, createMatchingValue, HOSTILE_STRINGS, JUNK_BODIES, type Schema } from './json-values.ts'

export const REQUEST_ACTORS = ['visitor', 'forger', 'customer', 'admin'] as const
export type RequestActor = (typeof REQUEST_ACTORS)[number]

/** A value, or a reference to one from an earlier response. */
type Filled = { typed: string } | { known: number }
export type PlannedRequest = {
  /** `method path` of the description, short enough for a failure report. */
  call: string
  actor: RequestActor
  params: Record<string, Filled>
  query: [string, string][]
  contentType: string | undefined
  body: string | Uint8Array<ArrayBuffer> | undefined
  origin: string
}

/** Requests from the description: valid, with one defect, or junk. */
export function generateRequests(calls: ApiOperation[]): fc.Arbitrary<PlannedRequest> {
  return fc.constantFrom(...calls).chain((call) =>
    fc.record({
      call: fc.constant(formatCallName(call)),
      actor: fc.constantFrom(...REQUEST_ACTORS, 'customer' as const, 'admin' as const, 'admin' as const),
      params: fc.record(
        Object.fromEntries(parametersOf(call, 'path').map(({ name, schema }) => [name, filled(schema)])),
      ),
      query: queryOf(call),
      body: bodyOf(call),
      contentType: contentTypeOf(call),
      origin: mostly(fc.constant('http://localhost'), fc.constantFrom('https://evil.example', 'null')),
    }),
  )
}

export const formatCallName = ({ method, path }: ApiOperation) => `${method} ${path}`

const weighted = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) => weighted([12, usual], [1, odd])

const parametersOf = ({ operation }: ApiOperation, where: 'path' | 'query') =>
  (operation.parameters ?? []).flatMap((one) =>
    'in' in one && one.in === where ? [{ name: one.name, schema: one.schema ?? {} }] : [],
  )

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const hostile = fc.constantFrom(...HOSTILE_STRINGS.filter((word) => word.length < 500))

const filled = (schema: Schema): fc.Arbitrary<Filled> =>
  weighted<Filled>(
    [6, fc.record({ known: fc.nat() })],
    [3, createMatchingValue(schema).map((value) => ({ typed: asText(value) }))],
    [2, fc.oneof(hostile, fc.constantFrom('0', '-1', '9e99')).map((typed) => ({ typed }))],
  )

function queryOf(call: ApiOperation): fc.Arbitrary<[string, string][]> {
  const named = parametersOf(call, 'query').map(({ name, schema }) =>
    fc
      .option(weighted([4, createMatchingValue(schema).map(asText)], [1, hostile]), { nil: undefined })
      .map((text): [string, string][] => (text === undefined ? [] : [[name, text]])),
  )
  return fc.tuple(...named).map((parts) => parts.flat())
}

function bodyOf({ method, operation }: ApiOperation): fc.Arbitrary<PlannedRequest['body']> {
  const [type, schema] = describedBody(operation) ?? []
  if (method === 'get') return fc.constant(undefined)
  if (!type || !schema) return mostly<PlannedRequest['body']>(fc.constant(undefined), JUNK_BODIES)
  const write = type.includes('json') ? (value: unknown) => JSON.stringify(value) : asForm
  return weighted<PlannedRequest['body']>(
    [4, createMatchingValue(schema).map(write)],
    [4, corruptValue(schema).map(write)],
    [1, JUNK_BODIES],
  )
}

function asForm(value: unknown): string {
  if (typeof value !== 'object' || value === null) return asText(value) ?? ''
  const fields = Object.entries(value).map(([name, field]) => [name, (asText(field) ?? '').toWellFormed()])
  return new URLSearchParams(fields).toString()
}

function contentTypeOf({ operation }: ApiOperation): fc.Arbitrary<string | undefined> {
  const [type] = describedBody(operation) ?? ['application/json']
  const odd = fc.constantFrom(
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/json; charset=latin1',
  )
  return mostly<string | undefined>(fc.constant(type), odd)
}

function describedBody({ requestBody }: ApiOperation['operation']): [type: string, schema: Schema] | undefined {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {}
  const [first] = Object.entries(content)
  return first && [first[0], first[1].schema ?? {}]
}
