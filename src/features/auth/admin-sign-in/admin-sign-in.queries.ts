import { mutationOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import type { AdminCredentials } from '#src/features/auth/auth.contract.ts'
import { userQuery } from '#src/features/auth/auth.queries.ts'

export const signInAsAdmin = mutationOptions({
  mutationFn: (credentials: AdminCredentials) => sendJson<{ success: true }>('POST', '/api/admin/login', credentials),
  meta: { success: { title: 'Login Successful' }, refreshes: [userQuery.queryKey] },
})

export const signOutAsAdmin = mutationOptions({
  mutationFn: () => sendJson<{ success: true }>('POST', '/api/admin/logout'),
  meta: { success: { title: 'Logged Out' }, refreshes: [userQuery.queryKey] },
})

const ADMIN_PAGE = /^\/admin(\/payments|\/custom-orders)?([?#]|$)/

/** The admin page to open after signing in: the one that was asked for, else the dashboard. */
export const adminReturnTo = (wanted: unknown): string =>
  typeof wanted === 'string' && ADMIN_PAGE.test(wanted) ? wanted : '/admin'

export const adminSignInLink = (href: string) =>
  ({ to: '/admin-login', search: href === '/admin' ? {} : { returnTo: href } }) as const

/** A browser flag of the specification: it only chooses the screen. The server decides each request by the session. */
const FLAG = 'admin_authenticated'
const EMAIL = 'admin_email'

export function setAdminFlag(email: string): void {
  localStorage.setItem(FLAG, 'true')
  localStorage.setItem(EMAIL, email)
}

export function hasAdminFlag(): boolean {
  return localStorage.getItem(FLAG) === 'true'
}

export function clearAdminFlag(): void {
  localStorage.removeItem(FLAG)
  localStorage.removeItem(EMAIL)
}
