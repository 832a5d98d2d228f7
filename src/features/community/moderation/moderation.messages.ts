import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { button, composeMail } from '#src/features/notifications/mail/mail.ts'

export function reviewPublishedMail({ product, address }: { product: string; address: string }) {
  return composeMail('review-published', `${SHOP_NAME}: your review is published`, [
    `Thank you for your review of ${product}.`,
    button('See your review', address, 'It is now online'),
    SHOP_NAME,
  ])
}

/** Does not repeat the story, because the address may be someone else's. */
export function storyPublishedMail({ address }: { address: string }) {
  return composeMail('story-published', `${SHOP_NAME}: your story is published`, [
    'Thank you for sharing your chocolate story.',
    button('See your story', address, 'It is now online'),
    'If you want us to take it down, write to us and include the link to your story.',
    SHOP_NAME,
  ])
}
