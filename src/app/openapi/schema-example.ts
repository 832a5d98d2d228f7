type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, unknown>
  required?: string[]
  items?: unknown
  anyOf?: unknown[]
  oneOf?: unknown[]
  allOf?: unknown[]
  minimum?: number
}

/** A value to start from: the required fields of a schema with something of their type. */
export function exampleOf(schema: unknown): unknown {
  const known = (schema ?? {}) as Schema
  const given = known.const ?? known.default ?? known.enum?.[0]
  if (given !== undefined) return given
  const [choice] = known.anyOf ?? known.oneOf ?? known.allOf ?? []
  if (choice) return exampleOf(choice)
  const type = Array.isArray(known.type) ? known.type[0] : known.type
  if (type === 'object') {
    const { properties = {}, required = [] } = known
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name])]))
  }
  if (type === 'array') return known.items ? [exampleOf(known.items)] : []
  return type === 'integer' || type === 'number' ? (known.minimum ?? 1) : SIMPLE[type ?? '']
}

const SIMPLE: Record<string, unknown> = { string: '', boolean: false, null: null }
