import { formatAmount, formatPrice } from '#src/core/money.ts'

type PriceProps = { rupees: number /** Always two decimals, as on bills. */; exact?: boolean; className?: string }

export function Price({ rupees, exact = false, className = '' }: PriceProps) {
  return <span className={`amount ${className}`}>{exact ? formatAmount(rupees) : formatPrice(rupees)}</span>
}
