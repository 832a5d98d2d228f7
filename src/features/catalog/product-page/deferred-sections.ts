import { lazyOnVisible } from '#src/ui/deferred/lazy-on-visible.tsx'

export const DeliveryEstimate = lazyOnVisible(async () => (await import('./delivery-estimate.tsx')).DeliveryEstimate)
export const ReviewsSection = lazyOnVisible(
  async () => (await import('#src/features/community/reviews/reviews-section.tsx')).ReviewsSection,
)
export const RelatedProducts = lazyOnVisible(async () => (await import('./related-products.tsx')).RelatedProducts)
