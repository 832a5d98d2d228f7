import { z } from 'zod'

/** The signed-in person, as the browser may know them. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
})
export type User = z.infer<typeof User>

/** Where e-mail addresses come in: trimmed and in lower case, so that one person is one account. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('This is not an e-mail address.'))

export const Password = z.string().min(1).max(200)
/** One that somebody chooses for the admin area. */
export const NewPassword = z
  .string()
  .min(12, 'Please take a password of at least 12 characters.')
  .max(200, 'Please take a password of at most 200 characters.')
  .refine((password) => new Set(password).size >= 6, 'Please take a password that is harder to guess.')

/** Six digits of the authenticator app, or a recovery code; people put spaces and dashes into both. */
export const SignInCode = z.string().trim().min(1).max(30)

/** The code is asked for only from an admin who has switched it on. */
export const AdminCredentials = z.strictObject({ email: Email, password: Password, code: SignInCode.optional() })
export type AdminCredentials = z.infer<typeof AdminCredentials>
