import { SHOP_NAME } from '#src/core/shop-policy.ts'

export function reviewPublishedMail({ product, address }: { product: string; address: string }) {
  return {
    subject: `${SHOP_NAME}: your review is published`,
    text: `Thank you for your review of ${product}. It is now online:\n\n${address}\n\n${SHOP_NAME}`,
  }
}

/** Does not repeat the story, because the address may be someone else's. */
export function storyPublishedMail({ address }: { address: string }) {
  return {
    subject: `${SHOP_NAME}: your story is published`,
    text: `Thank you for sharing your chocolate story. It is now online:\n\n${address}\n\nIf you want us to take it down, write to us and include this link.\n\n${SHOP_NAME}`,
  }
}
