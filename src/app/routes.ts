import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The table of screens. */
export const routes = rootRoute('app/root.tsx', [
  index('features/home/front-page/front-page.tsx'),
  route('/login', 'features/home/front-page/login-page.tsx'),
  route('/start', 'features/home/front-page/start-page.tsx'),
  route('/products', 'features/catalog/browse/product-list-page.tsx'),
  route('/products/$category', 'features/catalog/browse/category-list-page.tsx'),
  route('/product/$id', 'features/catalog/product-page/product-detail-page.tsx'),
  route('/cart', 'features/cart/cart-page.tsx'),
  route('/checkout', 'features/checkout/page/checkout-page.tsx'),
  route('/checkout/success', 'features/checkout/page/success-page.tsx'),
  route('/orders', 'features/orders/customer/orders-page.tsx'),
  route('/emotion-chocolates', 'features/moods/match/mood-match-page.tsx'),
  route('/mood-tracker', 'features/moods/tracker/mood-tracker-page.tsx'),
  route('/community-stories', 'features/community/stories/page/stories-page.tsx'),
  route('/traceability', 'features/traceability/public/traceability-page.tsx'),
  route('/about', 'features/home/about/about-page.tsx'),
  route('/policies/$name', 'features/settings/policies/policy-page.tsx'),
  route('/contact', 'features/contact/public/contact-page.tsx'),
  route('/admin-login', 'features/auth/admin-sign-in/admin-login-page.tsx'),
  route('/admin', 'features/admin/dashboard/dashboard-page.tsx'),
  route('/admin/payments', 'features/admin/layout/payments-page.tsx'),
  route('/admin/custom-orders', 'features/admin/layout/custom-orders-page.tsx'),
])
