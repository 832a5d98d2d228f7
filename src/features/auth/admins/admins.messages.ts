import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { button, composeMail, link } from '#src/features/notifications/mail/mail.ts'

export type AdminEvent =
  | 'added'
  | 'invited'
  | 'uninvited'
  | 'joined'
  | 'removed'
  | 'password'
  | 'codes-on'
  | 'codes-off'
  | 'unlocked'

const SENTENCES: Readonly<Record<AdminEvent, (email: string) => string>> = {
  added: (email) => `${email} is an admin now.`,
  invited: (email) => `${email} was invited to become an admin. The invitation is valid for 48 hours.`,
  uninvited: (email) => `The invitation of ${email} to become an admin was cancelled.`,
  joined: (email) => `${email} accepted the invitation and is an admin now.`,
  removed: (email) => `${email} is no longer an admin.`,
  password: (email) => `The password of ${email} was changed. Sessions that were open elsewhere have ended.`,
  'codes-on': (email) =>
    `The authenticator app of ${email} was switched on. Sessions that were open elsewhere have ended.`,
  'codes-off': (email) =>
    `The authenticator app of ${email} was switched off. The password alone opens the admin area now.`,
  unlocked: (email) => `The lock after wrong passwords or codes was lifted for ${email}.`,
}

/** To every admin after a change of one of them. `by` is an e-mail address or `operator`. */
export function adminChangeMail({ event, email, by }: { event: AdminEvent; email: string; by: string }) {
  const actor = by === 'operator' ? 'the operator, on the server' : by
  return composeMail('admin-change', `Admins of ${SHOP_NAME}: a change`, [
    SENTENCES[event](email),
    `Done by ${actor}.`,
    'If you did not expect this, sign in, look at Security and at the Audit Log, and change your password.',
  ])
}

type WrongCodes = { tries: number; minutes: number; securityPage: string }

export function wrongCodesMail({ tries, minutes, securityPage }: WrongCodes) {
  const wait = minutes < 60 ? `${minutes} minutes` : minutes === 60 ? 'an hour' : `${minutes / 60} hours`
  return composeMail('wrong-codes', `Wrong authenticator codes for your admin account at ${SHOP_NAME}`, [
    `Someone signed in with your password and entered ${tries} wrong codes of the authenticator app. Signing in is locked for ${wait}, except in browsers in which you have signed in before.`,
    'If it was not you, someone knows your password. Sign in from a browser that you have used before, and change it now:',
    link('Security', securityPage),
  ])
}

/** To an invited admin. It contains no typed text except the sender's address. */
export function invitationMail({ link, by, hours }: { link: string; by: string; hours: number }) {
  return composeMail('invitation', `Become an admin of ${SHOP_NAME}`, [
    `${by} invites you to run the shop ${SHOP_NAME}.`,
    button('Accept the invitation', link, 'Choose your name and password here'),
    `The link works once, for ${hours} hours. If you do not know ${by}, ignore this message.`,
  ])
}
