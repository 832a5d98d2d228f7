import { redirect, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HttpError } from '#src/browser/http-client.ts'
import { hasAdminFlag } from '#src/features/auth/admin-sign-in/admin-sign-in.queries.ts'

export async function requireAdminRoute<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isRefused = error instanceof HttpError && (error.status === 401 || error.status === 403)
    throw isRefused ? redirect({ to: '/admin-login' }) : error
  }
}

/** The flag in localStorage only chooses the screen; without it the page is left again. */
export function useAdminFlag(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!hasAdminFlag()) navigate({ to: '/admin-login', replace: true })
  }, [navigate])
}
