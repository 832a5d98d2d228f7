export const STOCK_REASONS = [
  'opening',
  'sold',
  'returned',
  'made',
  'sold-at-studio',
  'given-away',
  'damaged',
  'counted',
] as const
export type StockReason = (typeof STOCK_REASONS)[number]

export const STOCK_REASON_LABELS: Record<StockReason, string> = {
  opening: 'Opening stock',
  sold: 'Sold in the shop',
  returned: 'Order cancelled',
  made: 'Made',
  'sold-at-studio': 'Sold at the studio',
  'given-away': 'Given away',
  damaged: 'Damaged',
  counted: 'Counted',
}

export const ADJUSTMENT_REASONS = ['made', 'sold-at-studio', 'given-away', 'damaged', 'counted'] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]

export const MAX_STOCK = 1_000_000

export function calculateAdjustedStock(stock: number, reason: AdjustmentReason, quantity: number): number {
  if (reason === 'counted') return quantity
  return reason === 'made' ? stock + quantity : stock - quantity
}
