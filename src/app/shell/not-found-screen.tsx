import { Link } from '@tanstack/react-router'
import { buttonClass } from '#src/ui/forms/button.tsx'

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
