import { queryOptions } from '@tanstack/react-query'
import type { Category, Product, TaxRates } from './catalog.contract.ts'

export const productsQuery = queryOptions<Product[]>({ queryKey: ['/api/products'] })

export const productQuery = (id: Product['id']) => queryOptions<Product>({ queryKey: ['/api/products', String(id)] })

export const categoriesQuery = queryOptions<Category[]>({ queryKey: ['/api/categories'] })

/** The GST within the prices of today. Asked for where a sum is shown, by a shop that collects it. */
export const taxRatesQuery = queryOptions<TaxRates>({ queryKey: ['/api/tax-rates'] })
