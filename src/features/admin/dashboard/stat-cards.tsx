import { formatPrice } from '#src/core/money.ts'
import type { DashboardStats } from '#src/features/admin/admin.contract.ts'

export function StatCards({ stats }: { stats: DashboardStats }) {
  const cards = [
    { label: 'Total revenue', value: formatPrice(stats.totalRevenue) },
    { label: 'Orders today', value: stats.ordersToday },
    { label: 'Products', value: stats.totalProducts },
    { label: 'Low stock', value: stats.lowStockCount, isWarning: stats.lowStockCount > 0 },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {cards.map(({ label, value, isWarning }) => (
        <div key={label} className="flex flex-col-reverse justify-end border-gold-500 border-t-2 bg-white p-4 lg:p-5">
          <dt className="text-cocoa-600 text-small">{label}</dt>
          <dd className={`amount text-[1.75rem] ${isWarning ? 'text-ruby-700' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
