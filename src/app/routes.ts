import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The table of screens. */
export const routes = rootRoute('app/root.tsx', [
  index('features/storefront/front-page.tsx'),
  route('/login', 'features/storefront/login-page.tsx'),
  route('/start', 'features/storefront/start-page.tsx'),
  route('/products', 'features/storefront/product-list-page.tsx'),
  route('/products/$category', 'features/storefront/category-list-page.tsx'),
  route('/product/$id', 'features/storefront/product-detail-page.tsx'),
  route('/cart', 'features/cart/cart-page.tsx'),
  route('/checkout', 'features/storefront/checkout-page.tsx'),
  route('/checkout/success', 'features/checkout/success-page.tsx'),
  route('/orders', 'features/storefront/orders-page.tsx'),
  route('/emotion-chocolates', 'features/moods/mood-match-page.tsx'),
  route('/mood-tracker', 'features/moods/mood-tracker-page.tsx'),
  route('/community-stories', 'features/stories/stories-page.tsx'),
  route('/traceability', 'features/traceability/traceability-page.tsx'),
  route('/about', 'features/storefront/about-page.tsx'),
  route('/policies/$name', 'features/storefront/policy-page.tsx'),
  route('/contact', 'features/contact/contact-page.tsx'),
  route('/admin-login', 'features/account/admin-login-page.tsx'),
  route('/admin', 'features/admin/dashboard-page.tsx'),
  route('/admin/payments', 'features/admin/payments-page.tsx'),
  route('/admin/custom-orders', 'features/admin/custom-orders-page.tsx'),
])
