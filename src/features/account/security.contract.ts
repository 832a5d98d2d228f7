import { z } from 'zod'
import { Password, SignInCode } from './account.contract.ts'

/** A session of the maker's desk, named so that it opens nothing. */
export const AdminSession = z.object({
  id: z.uuid(),
  email: z.string(),
  device: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})
export type AdminSession = z.infer<typeof AdminSession>

/** How the maker's desk is locked. */
export const Security = z.object({
  /** Since when the sign-in asks for codes; null when it does not. */
  codesSince: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  sessions: z.array(AdminSession),
})
export type Security = z.infer<typeof Security>

export const PasswordAgain = z.strictObject({ password: Password })
export type PasswordAgain = z.infer<typeof PasswordAgain>

export const FirstCode = z.strictObject({ code: SignInCode })
export type FirstCode = z.infer<typeof FirstCode>

export const PasswordAndCode = z.strictObject({ password: Password, code: SignInCode })
export type PasswordAndCode = z.infer<typeof PasswordAndCode>

/** What the authenticator app is told: as a picture to scan, or as a key to type. */
export const NewSecondFactor = z.object({ key: z.string(), qrCode: z.string() })
export type NewSecondFactor = z.infer<typeof NewSecondFactor>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
