import { SHOP_NAME } from '#src/core/shop-policy.ts'

/** Subject and text of the e-mail with a code. The code stands in the subject, so that a phone shows it at a glance. */
export function signInCodeMail({ code, minutes }: { code: string; minutes: number }) {
  return {
    subject: `${code} is your sign-in code for ${SHOP_NAME}`,
    text: `Your sign-in code is ${code}.\n\nIt is good for ${minutes} minutes and works once. If you did not ask for it, you can ignore this message. Never tell it to anybody: we do not ask for it.`,
  }
}

/** To an admin for whom a sign-in code was asked: a mailbox alone must not open what a password and an app protect. */
export function adminSignInMail({ publicUrl }: { publicUrl: string }) {
  return {
    subject: `Sign in to ${SHOP_NAME} as an admin`,
    text: `Somebody asked for a sign-in code for this address. Admins sign in with their password instead:\n${publicUrl}/admin-login\n\nIf it was not you, you can ignore this message.`,
  }
}

/** To an account that nobody uses. */
export function idleAccountMail({ days, address }: { days: number; address: string }) {
  return {
    subject: `${SHOP_NAME}: we delete your account in ${days} days`,
    text: `You have not signed in for nearly three years, so we delete your account in ${days} days, as our privacy page says.\n\nIf you want to keep it, sign in once:\n${address}\n\n${SHOP_NAME}`,
  }
}
