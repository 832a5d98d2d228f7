import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { HttpError } from '#src/browser/http-client.ts'
import { asRecord } from '#src/browser/safe-json.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { ADMIN_SIGN_IN } from '#src/features/auth/sign-in/sign-in-path.ts'
import { TwoFactorCodeField } from '#src/features/auth/two-factor/two-factor-code-field.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { adminReturnTo, setAdminFlag, signInAsAdmin } from './admin-sign-in.queries.ts'

export const Route = createFileRoute('/admin-login')({
  head: () => ({ meta: [{ title: `Admin Login · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  validateSearch: ({ returnTo }: Record<string, unknown>): { returnTo?: string } =>
    typeof returnTo === 'string' ? { returnTo } : {},
  component: AdminLoginPage,
})

function AdminLoginPage() {
  return (
    <main id={ADMIN_SIGN_IN} className="wrap py-16 sm:py-24">
      <div className="mx-auto max-w-md drop-shadow-sm">
        <div className="cut cut-18 grid gap-6 bg-white p-7 sm:p-12">
          <h1 className="text-subtitle">Admin Login</h1>
          <p className="text-cocoa-600">For admins. Customers sign in on the home page.</p>
          <AdminLoginForm />
        </div>
      </div>
    </main>
  )
}

function AdminLoginForm() {
  const navigate = useNavigate()
  const { returnTo } = Route.useSearch()
  const [needsCode, setNeedsCode] = useState(false)
  const signIn = useMutation({
    ...signInAsAdmin,
    onSuccess: (_, { email }) => {
      setAdminFlag(email)
      return navigate({ href: adminReturnTo(returnTo) })
    },
    onError: (error) => setNeedsCode((before) => before || codeMessage(error) !== undefined),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = form.get('code')
    const [email, password] = [String(form.get('email')), String(form.get('password'))]
    if (!signIn.isPending) signIn.mutate({ email, password, ...(code && { code: String(code) }) })
  }

  // POST, so that a submit before hydration puts no password into the address.
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
      {needsCode && (
        <TwoFactorCodeField label="Code" hint="Six digits of your authenticator app, or a recovery code." isNext />
      )}
      {signIn.isError && <ErrorNote>{failureText(signIn.error)}</ErrorNote>}
      <Button type="submit" pending={signIn.isPending}>
        Login
      </Button>
    </form>
  )
}

/** All failures read alike, except where a retry cannot help or a code is required. */
function failureText(error: Error): string {
  if (error instanceof HttpError && error.status === 429)
    return 'Too many attempts. Please wait a while, then try again.'
  return codeMessage(error) ?? 'Invalid email or password. Please try again.'
}

function codeMessage(error: Error): string | undefined {
  const { codeNeeded, message } = asRecord(error instanceof HttpError ? error.body : undefined)
  return codeNeeded === true ? String(message) : undefined
}
