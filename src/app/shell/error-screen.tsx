import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
    <MessageScreen
      title="This did not work"
      text="Something went wrong on our side. Your cart is safe, and a second try often helps."
    >
      <Button onClick={tryAgain}>Try again</Button>
    </MessageScreen>
  )
}

export function NotFoundScreen() {
  return (
    <MessageScreen
      title="404 Page Not Found"
      text="There is nothing at this address. Perhaps the page has not been added yet."
    >
      <Link to="/products" className={buttonClass()}>
        See all chocolates
      </Link>
    </MessageScreen>
  )
}

function MessageScreen({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="wrap grid justify-items-center gap-6 py-24 text-center sm:py-32">
      <img src="/mark.svg" alt="" width={88} height={88} />
      <h1 className="text-title">{title}</h1>
      <p className="max-w-[28em] text-cocoa-600 text-lead">{text}</p>
      {children}
    </main>
  )
}
