import { redirect, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HttpError } from '#src/browser/http-client.ts'
import { hasAdminFlag } from '#src/features/auth/admin-sign-in/admin-flag.ts'

/** Runs an admin screen's loader; whoever the server does not let in is led to the admin's sign-in. */
export async function requireAdminRoute<T>(load: () => Promise<T>): Promise<T> {
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
    if (!hasAdminFlag()) navigate({ to: '/admin-login', replace: true })
  }, [navigate])
}
