/** What the database's integer holds. */
const MAX_ID = 2_147_483_647

/** Whether something that was kept or sent can be an id at all. */
export function isProductId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
}

/** How an id is written; larger ones than the database holds are refused by the call. */
export const ID_PATTERN = /^[1-9][0-9]{0,9}$/

/** The product that an address means, or undefined when it can mean none. */
export function parseProductId(written: string): number | undefined {
  return ID_PATTERN.test(written) ? Number(written) : undefined
}
