import { lazyOnVisible } from '#src/ui/deferred/lazy-on-visible.tsx'

export const DeferredDeliveryEstimate = lazyOnVisible(
  async () => (await import('./delivery-estimate.tsx')).DeliveryEstimate,
)
export const DeferredReviewsSection = lazyOnVisible(
  async () => (await import('#src/features/community/reviews/reviews-section.tsx')).ReviewsSection,
)
export const DeferredRelatedProducts = lazyOnVisible(
  async () => (await import('./related-products.tsx')).RelatedProducts,
)
