import { z } from 'zod'
import { decryptText, encryptText } from '#src/server/config/encryption.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

export type MailTopic = 'back-in-stock' | 'price-drop'

/** E-mails that a recipient can stop: when we write, and how to get them again. */
export const MAIL_TOPICS: Record<MailTopic, { when: string; again: string }> = {
  'back-in-stock': {
    when: 'when a sold-out product is back',
    again: 'To get one again, sign in and ask for it on the page of the product.',
  },
  'price-drop': {
    when: 'when a price on your wishlist drops',
    again: 'To get these again, sign in and tick it on your wishlist, on the cart page.',
  },
}

const Subscription = z.object({
  email: z.string(),
  topic: z.enum(['back-in-stock', 'price-drop'] satisfies MailTopic[]),
})
type Subscription = z.infer<typeof Subscription>

const CONTEXT = { purpose: 'unsubscribe links', of: 'subscription' }

/** The link holds the address, encrypted: it needs no stored row, and strangers cannot make one. */
export function createUnsubscribeUrl(subscription: Subscription): string {
  return absoluteUrl(`/api/unsubscribe/${encryptText(JSON.stringify(subscription), CONTEXT)}`)
}

const TOKEN = /^[\w-]{60,700}$/

export function readUnsubscribeToken(token: string): Subscription | undefined {
  const text = TOKEN.test(token) ? decryptText(token, CONTEXT) : undefined
  return text === undefined ? undefined : Subscription.parse(JSON.parse(text))
}
