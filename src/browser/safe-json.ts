export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function parseJsonOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** A type guard for each field of a contract. The compiler asks for the guard of a new field. */
export type Guards<T> = { [Name in keyof T]-?: (value: unknown) => value is T[Name] }

/** Reads these fields and no others. Null if one is invalid. */
export function readFields<T extends object>(stored: unknown, guards: Guards<T>): T | null {
  const fields = pickFields(asRecord(stored), guards)
  return hasFields(fields, guards) ? fields : null
}

export function pickFields<T extends object>(value: T, names: object): T {
  const picked = { ...value }
  for (const name of Object.keys(picked)) if (!(name in names)) Reflect.deleteProperty(picked, name)
  return picked
}

function hasFields<T extends object>(fields: object, guards: Guards<T>): fields is T {
  const values = asRecord(fields)
  return Object.entries<(value: unknown) => boolean>(guards).every(([name, isValid]) => isValid(values[name]))
}
