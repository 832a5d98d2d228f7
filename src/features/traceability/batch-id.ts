/** What a batch may be called, in an address, on a label or typed by hand. */
export const BATCH_ID_LENGTH = 40
const BATCH_ID = /^[A-Z0-9](?:[A-Z0-9-]*[A-Z0-9])?$/

/** The batch id that somebody typed, as labels print it; undefined for what cannot be one. */
export function parseBatchId(typed: string): string | undefined {
  const id = typed.trim().toUpperCase()
  return id.length <= BATCH_ID_LENGTH && BATCH_ID.test(id) ? id : undefined
}

/**
 * The batch that a scanned code names: by its id alone, or by an address of this shop that asks for it.
 * An address of anybody else is no code of ours, whatever it carries.
 */
export function parseScannedCode(code: string, shopOrigins: readonly string[]): string | undefined {
  const text = code.trim()
  if (!URL.canParse(text)) return parseBatchId(text)
  const { origin, searchParams } = new URL(text)
  const isOurs = origin !== 'null' && shopOrigins.includes(origin)
  return isOurs ? parseBatchId(searchParams.get('batch') ?? '') : undefined
}
