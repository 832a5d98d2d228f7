import { queryOptions } from '@tanstack/react-query'
import type { ShopInfo } from '#src/app/shop-info.api.server.ts'

export const shopQuery = queryOptions<ShopInfo>({ queryKey: ['/api/shop'] })
