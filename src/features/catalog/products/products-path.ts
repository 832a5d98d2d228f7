export type ProductParams = Record<string, string | number>

export const productsPath = (asked: ProductParams) =>
  `/api/products?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`
