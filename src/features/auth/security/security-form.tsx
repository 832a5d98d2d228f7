import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { conflictMessage, HttpError } from '#src/browser/http-client.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'

type SecurityFormProps = { error: Error | null; onSubmit: (form: FormData) => void; children: ReactNode }

export function SecurityForm({ error, onSubmit, children }: SecurityFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  const wrongPassword = readFormErrors(error)?.fields.password
  // POST, so that a submit before hydration puts no password into the address.
  return (
    <form method="post" onSubmit={submit} className="grid max-w-md gap-5">
      <WrongPassword value={wrongPassword}>{children}</WrongPassword>
      {error && !wrongPassword && <ErrorNote>{failureText(error)}</ErrorNote>}
    </form>
  )
}

const WrongPassword = createContext<string | undefined>(undefined)

/** Asks for the password again before dangerous actions. An error takes the focus. */
export function ConfirmPasswordField({ label }: { label: string }) {
  const error = use(WrongPassword)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return (
    <Field
      label={label}
      error={error}
      ref={field}
      type="password"
      name="password"
      autoComplete="current-password"
      maxLength={200}
      required
    />
  )
}

export const readFormText = (form: FormData, name: string) => String(form.get(name))

function failureText(error: Error): string {
  if (error instanceof HttpError && error.status === 429)
    return 'Too many attempts. Please wait a while, then try again.'
  return conflictMessage(error) ?? 'That did not work. Please try again.'
}
