import type { ShippingAddress } from '#src/features/orders/orders.contract.ts'
import type { OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { POLICIES_VERSION } from '#src/features/settings/settings.server.ts'
import type { toPromiseColumns } from './delivery-promise.server.ts'

type Ordered = {
  userId: string
  customer: { name: string; email: string; phone: string }
  shippingAddress: ShippingAddress
  notes?: string
}

type Priced = { totals: OrderTotals; promised: ReturnType<typeof toPromiseColumns> }

/** Returns the columns that every kind of order has. */
export const toOrderRow = ({ userId, customer, shippingAddress, notes }: Ordered, { totals, promised }: Priced) => ({
  userId,
  customerName: customer.name,
  customerEmail: customer.email,
  customerPhone: customer.phone,
  shippingAddress,
  notes: notes || null,
  subtotalPaise: totals.subtotal,
  shippingPaise: totals.shipping,
  discountPaise: totals.discount,
  totalPaise: totals.total,
  policiesVersion: POLICIES_VERSION,
  ...promised,
})
