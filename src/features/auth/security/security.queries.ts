import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import type {
  Admin,
  AdminSession,
  FirstTotpCode,
  Invitation,
  NewInvitation,
  PasswordAndCode,
  PasswordChange,
  PasswordConfirmation,
  RecoveryCodes,
  SecuritySettings,
  TwoFactorEnrolment,
} from './security.contract.ts'

export const securityQuery = queryOptions<SecuritySettings>({ queryKey: ['/api/admin/security'] })

const refreshes = [securityQuery.queryKey]
const failure = (title: string) => (error: Error) => ({
  title,
  description: conflictMessage(error) ?? 'Please try again.',
})

export const startTwoFactor = mutationOptions({
  mutationFn: (again: PasswordConfirmation) => sendJson<TwoFactorEnrolment>('POST', '/api/admin/security/codes', again),
})

export const confirmTwoFactor = mutationOptions({
  mutationFn: (first: FirstTotpCode) => sendJson<RecoveryCodes>('POST', '/api/admin/security/codes/confirm', first),
  meta: { success: { title: 'Authenticator App On' }, refreshes },
})

export const disableTwoFactor = mutationOptions({
  mutationFn: (both: PasswordAndCode) => sendJson<{ success: true }>('POST', '/api/admin/security/codes/disable', both),
  meta: { success: { title: 'Authenticator App Off' }, refreshes },
})

export const endAdminSession = mutationOptions({
  mutationFn: (id: AdminSession['id']) => sendJson<{ success: true }>('DELETE', `/api/admin/security/sessions/${id}`),
  meta: { success: { title: 'Session Ended' }, failure: failure('Not Ended'), refreshes },
})

export const changePassword = mutationOptions({
  mutationFn: (change: PasswordChange) => sendJson<{ success: true }>('POST', '/api/admin/security/password', change),
  meta: { success: { title: 'Password Changed' }, refreshes },
})

export const inviteAdmin = mutationOptions({
  mutationFn: (invitation: NewInvitation) =>
    sendJson<{ success: true }>('POST', '/api/admin/security/invitations', invitation),
  meta: { success: { title: 'Invitation Sent' }, refreshes },
})

export const cancelInvitation = mutationOptions({
  mutationFn: (id: Invitation['id']) => sendJson<{ success: true }>('DELETE', `/api/admin/security/invitations/${id}`),
  meta: { success: { title: 'Invitation Cancelled' }, failure: failure('Not Cancelled'), refreshes },
})

export const removeAdmin = mutationOptions({
  mutationFn: ({ id, password }: PasswordConfirmation & Pick<Admin, 'id'>) =>
    sendJson<{ success: true }>('POST', `/api/admin/security/admins/${id}/remove`, { password }),
  meta: { success: { title: 'Admin Removed' }, refreshes },
})
