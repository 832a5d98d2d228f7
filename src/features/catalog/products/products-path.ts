export type ProductParams = Record<string, string | number>

export const productsPath = (params: ProductParams) =>
  `/api/products?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`
