/** The fields of something read from the browser's storage; of anything but an object, none. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** What a kept text says; null where it says nothing that can be read. */
export function parseJsonOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
