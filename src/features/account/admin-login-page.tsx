import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { HttpError } from '#src/platform/http.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { signInAsAdmin } from './account.queries.ts'
import { markAsAdmin } from './admin-flag.ts'

export const Route = createFileRoute('/admin-login')({
  head: () => ({ meta: [{ title: `Admin Login · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  component: AdminLoginPage,
})

function AdminLoginPage() {
  return (
    <main className="wrap py-16 sm:py-24">
      <div className="mx-auto max-w-md drop-shadow-sm">
        <div className="cut cut-18 grid gap-6 bg-white p-7 sm:p-12">
          <h1 className="text-subtitle">Admin Login</h1>
          <p className="text-cocoa-600">For the maker of the shop. Shoppers sign in at the start page.</p>
          <AdminLoginForm />
        </div>
      </div>
    </main>
  )
}

function AdminLoginForm() {
  const navigate = useNavigate()
  const signIn = useMutation({
    ...signInAsAdmin,
    onSuccess: (_, { email }) => {
      markAsAdmin(email)
      return navigate({ to: '/admin' })
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (!signIn.isPending) signIn.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
  }

  // As a POST, so that a press before the page is alive puts no password into the address.
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      <Field label="Email" type="email" name="email" autoComplete="username" maxLength={254} required />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        maxLength={200}
        required
      />
      {signIn.isError && (
        <p role="alert" className="bg-err-tint px-4 py-3 text-err">
          {failureText(signIn.error)}
        </p>
      )}
      <Button type="submit" pending={signIn.isPending}>
        Login
      </Button>
    </form>
  )
}

/** Every failure is told in the same words, except where trying again would not help. */
function failureText(error: Error): string {
  if (error instanceof HttpError && error.status === 429) return 'Too many tries. Please wait a while, then try again.'
  return 'Invalid email or password. Please try again.'
}
