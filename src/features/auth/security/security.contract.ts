import { z } from 'zod'
import { Email, NewPassword, Password, SignInCode } from '#src/features/auth/auth.contract.ts'

export const AdminSession = z.object({
  id: z.uuid(),
  email: z.string(),
  device: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})
export type AdminSession = z.infer<typeof AdminSession>

export const Admin = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  since: z.iso.datetime(),
  /** Null while the second factor is off. */
  codesSince: z.iso.datetime().nullable(),
  /** Null before the first sign-in. */
  lastSeenAt: z.iso.datetime().nullable(),
  isYou: z.boolean(),
})
export type Admin = z.infer<typeof Admin>

export const Invitation = z.object({ id: z.uuid(), email: z.string(), by: z.string(), expiresAt: z.iso.datetime() })
export type Invitation = z.infer<typeof Invitation>

export const SecuritySettings = z.object({
  /** Null while the second factor is off. */
  codesSince: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  sessions: z.array(AdminSession),
  admins: z.array(Admin),
  invitations: z.array(Invitation),
})
export type SecuritySettings = z.infer<typeof SecuritySettings>

export const PasswordConfirmation = z.strictObject({ password: Password })
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

export const PasswordChange = z.strictObject({ password: Password, newPassword: NewPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

export const NewInvitation = z.strictObject({ email: Email, password: Password })
export type NewInvitation = z.infer<typeof NewInvitation>

export const FirstTotpCode = z.strictObject({ code: SignInCode })
export type FirstTotpCode = z.infer<typeof FirstTotpCode>

export const PasswordAndCode = z.strictObject({ password: Password, code: SignInCode })
export type PasswordAndCode = z.infer<typeof PasswordAndCode>

/** The secret for the authenticator app, as text and as QR code. */
export const TwoFactorEnrolment = z.object({ key: z.string(), qrCode: z.string() })
export type TwoFactorEnrolment = z.infer<typeof TwoFactorEnrolment>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
