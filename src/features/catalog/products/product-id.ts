/** Largest PostgreSQL integer. */
const MAX_ID = 2_147_483_647

export function isProductId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
}

export const ID_PATTERN = /^[1-9][0-9]{0,9}$/

export function parseProductId(written: string): number | undefined {
  return ID_PATTERN.test(written) ? Number(written) : undefined
}
