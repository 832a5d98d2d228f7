import { Link } from '@tanstack/react-router'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

export function LowStockAlert({ count }: { count: number }) {
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-ruby-500 bg-rose-100 px-4 py-2 text-ruby-700 lg:px-5"
    >
      <h2 className="flex items-center gap-2.5 font-sans font-semibold tracking-normal">
        <DiamondMark className="size-2 bg-current" />
        {count === 1 ? '1 product is low in stock' : `${count} products are low in stock`}
      </h2>
      <Link
        to="/admin"
        search={{ tab: 'products', status: 'low' }}
        className="inline-flex min-h-11 items-center font-semibold text-small underline underline-offset-4"
      >
        {count === 1 ? 'Look at it' : 'Look at them'}
      </Link>
    </section>
  )
}
