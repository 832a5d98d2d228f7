import type { FormEvent, ReactNode } from 'react'
import { HttpError, refusalOf } from '#src/platform/http.ts'
import { Field } from '#src/ui/field.tsx'

type SecurityFormProps = { error: Error | null; onSubmit: (form: FormData) => void; children: ReactNode }

/** A form of the Security screen, with what the server says when it refuses. */
export function SecurityForm({ error, onSubmit, children }: SecurityFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  // As a POST, so that a press before the page is alive puts no password into the address.
  return (
    <form method="post" onSubmit={submit} className="grid max-w-md gap-5">
      {children}
      {error && (
        <p role="alert" className="bg-err-tint px-4 py-3 text-err">
          {failureText(error)}
        </p>
      )}
    </form>
  )
}

/** For what an unattended screen must not do. */
export function PasswordField() {
  return (
    <Field
      label="Your password again"
      type="password"
      name="password"
      autoComplete="current-password"
      maxLength={200}
      required
    />
  )
}

export const textOf = (form: FormData, name: string) => String(form.get(name))

function failureText(error: Error): string {
  if (error instanceof HttpError && error.status === 429) return 'Too many tries. Please wait a while, then try again.'
  return refusalOf(error) ?? 'That did not work. Please try again.'
}
