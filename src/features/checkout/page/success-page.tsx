import { createFileRoute, Link } from '@tanstack/react-router'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'

export const Route = createFileRoute('/checkout/success')({
  head: () => ({ meta: [{ title: `Order Successful · ${SHOP_NAME}` }] }),
  component: SuccessPage,
})

function SuccessPage() {
  const { delivery } = usePromises()
  return (
    <main className="wrap grid justify-items-center gap-6 py-24 text-center sm:py-32">
      <img src="/mark.svg" alt="" width={88} height={88} />
      <h1 className="text-title">Order Successful!</h1>
      <p className="text-cocoa-600 text-lead">Thank you for your purchase!</p>
      <p className="text-cocoa-600">Expected delivery in {delivery}.</p>
      <Link to="/orders" className={buttonClass()}>
        See My Orders
      </Link>
    </main>
  )
}
