import { useEffect, useRef } from 'react'
import { HttpError } from './http-client.ts'

export type FormErrors = { message: string; fields: Record<string, string> }

export function readFormErrors(error: unknown): FormErrors | undefined {
  if (!(error instanceof HttpError) || ![400, 404, 409, 413, 422].includes(error.status)) return undefined
  const body = (typeof error.body === 'object' ? error.body : null) as Partial<Refusal> | null
  if (typeof body?.message !== 'string') return undefined
  const issues = body.issues ?? []
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path, message]))
  return { message: issues.length > 0 ? 'Please look at the marked fields. Nothing was saved.' : body.message, fields }
}

/** The form whose first wrong field gets the focus when the server has refused it. */
export function useFocusOnRefusal(error: Error | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}

type Refusal = { message: string; issues: { path: string; message: string }[] }

export function serverMessage(error: unknown): string | undefined {
  const body = error instanceof HttpError ? error.body : undefined
  const said = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof said === 'string' ? said : undefined
}
