import fc from 'fast-check'
import type { OpenApiDocument } from '#src/server/routes/openapi-types.ts'

export type Schema = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string]
type Inline = Exclude<Schema, { $ref: string }>

/** Values that match the schema; patterns and refinements may still refuse them. */
export function createMatchingValue(schema: Schema): fc.Arbitrary<unknown> {
  if ('$ref' in schema) throw new Error('The description writes every schema where it is used')
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(createMatchingValue))
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map(createMatchingValue)).map((parts) => Object.assign({}, ...parts))
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? fc.jsonValue({ maxDepth: 2 }) : fc.oneof(...types.map((type) => ofType(type, schema)))
}

function ofType(type: string, schema: Inline): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return anObject(schema)
    case 'array':
      return fc.array(createMatchingValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      })
    case 'integer':
      return fc.integer({ min: lowest(schema), max: Math.min(schema.maximum ?? 100_000, 2_147_483_647) })
    case 'number':
      return fc.integer({ min: lowest(schema) * 100, max: (schema.maximum ?? 5000) * 100 }).map((cents) => cents / 100)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return aString(schema)
  }
}

const lowest = ({ minimum, exclusiveMinimum }: Inline) => Math.max(minimum ?? exclusiveMinimum ?? 0, -1_000_000)

function anObject({ properties = {}, required = [], additionalProperties, propertyNames }: Inline) {
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
    return fc.dictionary(aString((propertyNames ?? {}) as Inline), createMatchingValue(additionalProperties), {
      maxKeys: 3,
    })
  const shapes = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, createMatchingValue(one)]))
  return fc.record(shapes, { requiredKeys: required.filter((name) => name in shapes) })
}

const times = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const BY_FORMAT: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  date: times.map((time) => time.slice(0, 10)),
  'date-time': times,
  uri: fc.webUrl(),
}

function aString({ format, pattern, minLength = 0, maxLength = 40 }: Inline): fc.Arbitrary<string> {
  const ofFormat = BY_FORMAT[format ?? '']
  if (ofFormat) return ofFormat
  if (pattern && !/\(\?[!<=]/.test(pattern)) return fc.stringMatching(new RegExp(pattern))
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  return fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }))
}

/** Values that often break software, and values just outside our columns. */
export const HOSTILE_STRINGS = [
  '\0',
  'a\0b',
  '\ud800',
  'ok\udfff',
  '\u202e\u2066',
  '़'.repeat(300),
  "'; drop table orders; --",
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '\u0024{7*7}{{7*7}}',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  'a\r\nSet-Cookie: a=b',
  '=1+1',
  '__proto__',
  'x'.repeat(20_000),
  '9'.repeat(400),
  'NaN',
  '',
  ' ',
]
const BAD_NUMBERS = [-1, -0.01, 0.001, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324]
const BAD_VALUES = [null, true, [], {}, [[]], { $gt: '' }, ...BAD_NUMBERS, ...HOSTILE_STRINGS]

const DEEP = 5000

/** A value with one defect: a field missing, added, of another type, out of range, or hostile. */
export function corruptValue(schema: Schema): fc.Arbitrary<unknown> {
  const bad = fc.constantFrom(...BAD_VALUES)
  return fc
    .tuple(createMatchingValue(schema), fc.nat(), bad, fc.constantFrom('replace', 'drop', 'add'))
    .map(([value, at, evil, how]) => {
      const copy = structuredClone({ value })
      const places = placesOf(copy)
      const [holder, key] = places[at % places.length] ?? [copy, 'value']
      if (how === 'drop' && holder !== copy) Reflect.deleteProperty(holder, key)
      else if (how === 'add' && holder !== copy && !Array.isArray(holder)) Reflect.set(holder, 'extra', evil)
      else Reflect.set(holder, key, evil)
      return copy.value
    })
}

function placesOf(holder: object): [object, string][] {
  return Object.entries(holder).flatMap(([key, value]): [object, string][] => [
    [holder, key],
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ])
}

/** Bodies that are not JSON values. */
export const JUNK_BODIES: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":1,}',
    'null',
    '"text"',
    '[1,2',
    '\ufeff{}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '1e999999',
    '['.repeat(DEEP) + ']'.repeat(DEEP),
    `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
    `"${'x'.repeat(70_000)}"`,
  ),
  fc.json(),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
)
