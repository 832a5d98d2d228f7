export const STAGE_STATUSES = ['completed', 'in-progress', 'pending'] as const
export const CERTIFICATE_ICONS = ['leaf', 'people', 'shield', 'award'] as const
export const METRIC_STATUSES = ['excellent', 'good', 'acceptable', 'poor'] as const

export const SUSTAINABILITY_LABELS = {
  carbon_footprint: 'Carbon Footprint',
  water_usage: 'Water Usage',
  fair_trade: 'Fair Trade',
  organic: 'Organic',
  local_sourcing: 'Local Sourcing',
  packaging_recyclable: 'Recyclable Packaging',
} as const

export const BATCH_ID_LENGTH = 40
const BATCH_ID = /^[A-Z0-9](?:[A-Z0-9-]*[A-Z0-9])?$/

/** Normalizes a typed batch id to its printed form; undefined if it cannot be one. */
export function parseBatchId(typed: string): string | undefined {
  const id = typed.trim().toUpperCase()
  return id.length <= BATCH_ID_LENGTH && BATCH_ID.test(id) ? id : undefined
}

/** Reads the batch id from a scanned code: a bare id, or an address of this shop, not of other sites. */
export function parseScannedCode(code: string, shopOrigins: readonly string[]): string | undefined {
  const text = code.trim()
  if (!URL.canParse(text)) return parseBatchId(text)
  const { origin, searchParams } = new URL(text)
  const isOurs = origin !== 'null' && shopOrigins.includes(origin)
  return isOurs ? parseBatchId(searchParams.get('batch') ?? '') : undefined
}
