import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'

export function ErrorScreen({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  function tryAgain() {
    queries.reset()
    reset()
    router.invalidate()
  }
  return (
    <main className="wrap grid justify-items-center gap-6 py-24 text-center sm:py-32">
      <img src="/mark.svg" alt="" width={88} height={88} />
      <h1 className="text-title">This did not work</h1>
      <p className="max-w-[28em] text-cocoa-600 text-lead">
        Something went wrong on our side. Your cart is safe, and a second try often helps.
      </p>
      <Button onClick={tryAgain}>Try again</Button>
    </main>
  )
}

export function NotFoundScreen() {
  return (
    <main className="wrap grid justify-items-center gap-6 py-24 text-center sm:py-32">
      <img src="/mark.svg" alt="" width={88} height={88} />
      <h1 className="text-title">404 Page Not Found</h1>
      <p className="max-w-[28em] text-cocoa-600 text-lead">
        There is nothing at this address. Perhaps the page has not been added yet.
      </p>
      <Link to="/products" className={buttonClass()}>
        See all chocolates
      </Link>
    </main>
  )
}
