import { useSuspenseQuery } from '@tanstack/react-query'
import { shopQuery } from './shop.queries.ts'

export function DemoBanner() {
  const { data: shop } = useSuspenseQuery(shopQuery)
  if (shop.mode !== 'demo') return null
  return (
    <p className="bg-gold-300 px-4 py-0.5 text-center font-semibold text-cocoa-900 text-xs leading-5">
      Demo shop: no real money moves
    </p>
  )
}
