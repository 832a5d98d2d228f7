import { z } from 'zod'

export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
})
export type User = z.infer<typeof User>

/** Trimmed and in lower case, so that one person has one account. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid e-mail address.'))

export const Password = z.string().min(1).max(200)
export const NewPassword = z
  .string()
  .min(12, 'Please choose a password of at least 12 characters.')
  .max(200, 'Please choose a password of at most 200 characters.')
  .refine((password) => new Set(password).size >= 6, 'Please choose a password that is harder to guess.')

/** Six digits of the app or a recovery code; people type spaces and dashes into both. */
export const SignInCode = z.string().trim().min(1).max(30)

/** `code` is required only after the admin has enabled it. */
export const AdminCredentials = z.strictObject({ email: Email, password: Password, code: SignInCode.optional() })
export type AdminCredentials = z.infer<typeof AdminCredentials>
