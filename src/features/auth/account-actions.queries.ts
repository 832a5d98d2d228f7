import { mutationOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import type { AdminCredentials } from './auth.contract.ts'
import { userQuery } from './auth.queries.ts'

export const deleteAccount = mutationOptions({
  mutationFn: () => sendJson<{ success: true }>('DELETE', '/api/auth/delete-account'),
})

export const signInAsAdmin = mutationOptions({
  mutationFn: (credentials: AdminCredentials) => sendJson<{ success: true }>('POST', '/api/admin/login', credentials),
  meta: { success: { title: 'Login Successful' }, refreshes: [userQuery.queryKey] },
})

export const signOutAsAdmin = mutationOptions({
  mutationFn: () => sendJson<{ success: true }>('POST', '/api/admin/logout'),
  meta: { success: { title: 'Logged Out' }, refreshes: [userQuery.queryKey] },
})
