import { SHOP_NAME } from '#src/core/shop-policy.ts'

export function reviewPublishedMail({ product, address }: { product: string; address: string }) {
  return {
    subject: `${SHOP_NAME}: your review is published`,
    text: `Thank you for your review of ${product}. It is now online:\n\n${address}\n\n${SHOP_NAME}`,
  }
}
