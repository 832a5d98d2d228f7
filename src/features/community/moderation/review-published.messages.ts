import { SHOP_NAME } from '#src/core/shop-policy.ts'

export function reviewPublishedMail({ product, address }: { product: string; address: string }) {
  return {
    subject: `${SHOP_NAME}: your review is published`,
    text: `Thank you for your review of ${product}. We have read it, and now everybody can:\n\n${address}\n\n${SHOP_NAME}`,
  }
}
