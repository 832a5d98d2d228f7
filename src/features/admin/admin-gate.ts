import { redirect, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isMarkedAsAdmin } from '#src/features/account/admin-flag.ts'
import { HttpError } from '#src/platform/http.ts'

/** Runs an admin screen's loader; whoever the server does not let in is led to the admin's sign-in. */
export async function behindAdminGate<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isRefused = error instanceof HttpError && (error.status === 401 || error.status === 403)
    throw isRefused ? redirect({ to: '/admin-login' }) : error
  }
}

/** The flag in the browser's storage only chooses the screen: without it a page that the server allowed is left again. */
export function useAdminFlag(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMarkedAsAdmin()) navigate({ to: '/admin-login', replace: true })
  }, [navigate])
}
