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

/** The cast holds, because `names` has every field of the type. */
export const pickFields = <T extends object>(value: T, names: object): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name in names)) as T

const hasFields = <T extends object>(
  fields: Record<string, unknown>,
  guards: Guards<T>,
): fields is T & Record<string, unknown> =>
  Object.entries<(value: unknown) => boolean>(guards).every(([name, isValid]) => isValid(fields[name]))
