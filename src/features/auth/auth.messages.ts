import { formatDayAndTime, formatFullDay } from '#src/core/dates.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { button, code, composeMail, link } from '#src/features/notifications/mail/mail.ts'

/** The code is in the subject, so that a notification shows it. */
export function signInCodeMail({ code: digits, minutes }: { code: string; minutes: number }) {
  return composeMail('sign-in-code', `${digits} is your sign-in code for ${SHOP_NAME}`, [
    code(`Your sign-in code is ${digits}.`, digits),
    `It works once, within ${minutes} minutes. If you did not request it, you can ignore this message. Never share it: we will not ask for it.`,
  ])
}

/** To an admin for whom a sign-in code was requested: a mailbox alone must not replace password and app. */
export function adminSignInMail({ publicUrl }: { publicUrl: string }) {
  return composeMail('admin-sign-in', `Sign in to ${SHOP_NAME} as an admin`, [
    'Someone requested a sign-in code for this address.',
    button('Sign in', `${publicUrl}/admin-login`, 'Admins sign in with their password instead'),
    'If it was not you, you can ignore this message.',
  ])
}

export function idleAccountMail({ lastDay, address }: { lastDay: string; address: string }) {
  const day = formatFullDay(lastDay)
  return composeMail('idle-account', `${SHOP_NAME}: sign in by ${day} to keep your account`, [
    'You have not signed in for nearly three years.',
    button('Sign in', address, `To keep your account, sign in once by ${day}`),
    'If you do not, we delete it, as our privacy page says: with it go your wishlist and the list of your orders. You can still order from us, with a new account.',
    SHOP_NAME,
  ])
}

type PasswordLock = { address: string; at: Date; isKnownDevice: boolean; securityPage: string }

export function passwordLockMail({ address, at, isKnownDevice, securityPage }: PasswordLock) {
  const locked = isKnownDevice
    ? 'The browser, which you have signed in with before, is locked for 15 minutes. Your other browsers are not.'
    : `Sign-in from ${address} is locked for 15 minutes or longer. Browsers that you have signed in with before are not locked.`
  return composeMail('password-lock', `${SHOP_NAME}: wrong passwords for your admin account`, [
    `Someone entered a wrong password or code for your admin account several times, most recently on ${formatDayAndTime(at.toISOString())} from ${address}. ${locked}`,
    'If it was you, wait, or run "admin -- unlock" on the server, as the guide says under Admins. If it was not you: nobody got in, and you need not change your password. We write about this at most once a day.',
    link('Security', securityPage, 'A long password and an authenticator app protect your account'),
  ])
}
