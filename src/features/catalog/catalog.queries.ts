import { queryOptions } from '@tanstack/react-query'
import type { Category, Product } from './catalog.contract.ts'

export const productsQuery = queryOptions<Product[]>({ queryKey: ['/api/products'] })

export const productQuery = (id: Product['id']) => queryOptions<Product>({ queryKey: ['/api/products', String(id)] })

export const categoriesQuery = queryOptions<Category[]>({ queryKey: ['/api/categories'] })
