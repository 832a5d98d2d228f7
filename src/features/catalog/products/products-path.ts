/** A question for some of the products, in the words of the call. */
export type ProductParams = Record<string, string | number>

/** The call that answers it: only what is asked for is sent, however many there are. */
export const productsPath = (asked: ProductParams) =>
  `/api/products?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`
