/** How an id is written; larger ones than the database holds are refused by the call. */
export const ID_PATTERN = /^[1-9][0-9]{0,9}$/

/** The product that an address means, or undefined when it can mean none. */
export function readProductId(written: string): number | undefined {
  return ID_PATTERN.test(written) ? Number(written) : undefined
}
