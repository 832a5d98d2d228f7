import type { z } from 'zod'

export type Schema = z.core.$ZodType

/** What the value itself is, without what converts it, defaults it or lets it be absent. */
function bareDef(schema: Schema): z.core.$ZodTypes['_zod']['def'] {
  // Safe cast: `$ZodTypes` is the union of all schemas that zod makes.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return bareDef(def.out)
  return 'innerType' in def ? bareDef(def.innerType) : def
}

/** The schema of a field, of an item of a list, or of a value of a record. */
export function childSchema(parent: Schema, name: string): Schema {
  const def = bareDef(parent)
  const child =
    (def.type === 'object' && def.shape[name]) ||
    (def.type === 'array' && def.element) ||
    (def.type === 'tuple' && def.items[Number(name)]) ||
    (def.type === 'record' && def.valueType)
  if (!child) throw new Error(`The schema has no field ${name}`)
  return child
}

/** Whether an empty text means that the field is left out. */
export function isOptional(parent: Schema, name: string): boolean {
  return (
    (childSchema(parent, name) as z.core.$ZodTypes)._zod.def.type === 'optional' || bareDef(parent).type === 'record'
  )
}

export function isNullable(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return isNullable(def.out)
  return def.type === 'nullable' || ('innerType' in def && isNullable(def.innerType))
}

/** The format of a text, else the type: date, email, string, number, boolean, enum. */
export function controlKind(schema: Schema): string {
  const def = bareDef(schema)
  return def.type === 'string' && 'format' in def ? String(def.format) : def.type
}

export function enumOptions(schema: Schema): string[] {
  const def = bareDef(schema)
  return def.type === 'enum' ? Object.values(def.entries).map(String) : []
}

/** The longest text or list that the schema accepts. */
export function maxLength(schema: Schema): number | undefined {
  const limits = bareDef(schema).checks?.map(({ _zod: { def } }) => def as { check: string; maximum?: number })
  return limits?.find(({ check }) => check === 'max_length')?.maximum
}

export function blankValue(schema: Schema): unknown {
  const def = bareDef(schema)
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, blankValue(field)]))
  if (def.type === 'number') return isNullable(schema) ? null : Number.NaN
  return def.type === 'boolean' ? false : (enumOptions(schema)[0] ?? '')
}
