import { queryOptions } from '@tanstack/react-query'
import type { ShopFacts } from '../shop.api.server.ts'

export const shopQuery = queryOptions<ShopFacts>({ queryKey: ['/api/shop'] })
