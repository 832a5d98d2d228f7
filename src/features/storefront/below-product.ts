import { latePart } from '#src/ui/late-part.tsx'

/** What stands below a product's picture and price: its code comes when somebody gets there. */
export const DeliveryEstimate = latePart(
  async () => (await import('#src/features/catalog/delivery-estimate.tsx')).DeliveryEstimate,
)
export const ReviewsSection = latePart(
  async () => (await import('#src/features/reviews/reviews-section.tsx')).ReviewsSection,
)
export const RelatedProducts = latePart(async () => (await import('./related-products.tsx')).RelatedProducts)
