import { SHOP_NAME } from '#src/core/shop-policy.ts'

/** Does not repeat the story, because the address may be someone else's. */
export function storyPublishedMail({ address }: { address: string }) {
  return {
    subject: `${SHOP_NAME}: your story is published`,
    text: `Thank you for sharing your chocolate story. We have read it, and now everybody can:\n\n${address}\n\nIf you want it taken down again, write to us and name this address.\n\n${SHOP_NAME}`,
  }
}
