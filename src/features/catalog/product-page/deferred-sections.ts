import { lazyOnVisible } from '#src/ui/deferred/lazy-on-visible.tsx'

export const DeferredBreadcrumb = lazyOnVisible(async () => (await import('./breadcrumb.tsx')).Breadcrumb)
export const DeferredPromises = lazyOnVisible(async () => (await import('./promises.tsx')).ProductPromises)
export const DeferredPriceFacts = lazyOnVisible(async () => (await import('./food-facts-section.tsx')).PriceFacts)
export const DeferredSizeLinks = lazyOnVisible(
  async () => (await import('#src/features/catalog/families/size-links.tsx')).SizeLinks,
)
export const DeferredFoodFacts = lazyOnVisible(async () => (await import('./food-facts-section.tsx')).FoodFactsSection)
export const DeferredSinglePicture = lazyOnVisible(async () => (await import('./product-gallery.tsx')).SinglePicture)
export const DeferredPictureGallery = lazyOnVisible(
  async () => (await import('#src/features/catalog/images/picture-gallery.tsx')).PictureGallery,
)
export const DeferredReviewsSection = lazyOnVisible(
  async () => (await import('#src/features/community/reviews/reviews-section.tsx')).ReviewsSection,
)
export const DeferredRelatedProducts = lazyOnVisible(
  async () => (await import('./related-products.tsx')).RelatedProducts,
)
