import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { refusalOf, sendJson } from '#src/platform/http.ts'
import type {
  AdminSession,
  FirstCode,
  NewSecondFactor,
  PasswordAgain,
  PasswordAndCode,
  RecoveryCodes,
  Security,
} from './security.contract.ts'

/** How the maker's desk is locked, and who sits at it. */
export const securityQuery = queryOptions<Security>({ queryKey: ['/api/admin/security'] })

const refreshes = [securityQuery.queryKey]
const failure = (title: string) => (error: Error) => ({
  title,
  description: refusalOf(error) ?? 'Please try again.',
})

/** Asks for a key for an authenticator app. */
export const startCodes = mutationOptions({
  mutationFn: (again: PasswordAgain) => sendJson<NewSecondFactor>('POST', '/api/admin/security/codes', again),
})

export const confirmCodes = mutationOptions({
  mutationFn: (first: FirstCode) => sendJson<RecoveryCodes>('POST', '/api/admin/security/codes/confirm', first),
  meta: { success: { title: 'Sign-in Codes On' }, refreshes },
})

export const disableCodes = mutationOptions({
  mutationFn: (both: PasswordAndCode) => sendJson<{ success: true }>('POST', '/api/admin/security/codes/disable', both),
  meta: { success: { title: 'Sign-in Codes Off' }, refreshes },
})

export const endSession = mutationOptions({
  mutationFn: (id: AdminSession['id']) => sendJson<{ success: true }>('DELETE', `/api/admin/security/sessions/${id}`),
  meta: { success: { title: 'Session Ended' }, failure: failure('Not Ended'), refreshes },
})
