import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The table of screens. */
export const routes = rootRoute('app/root.tsx', [
  index('features/storefront/front-page.tsx'),
  route('/login', 'features/storefront/login-page.tsx'),
  route('/start', 'features/storefront/start-page.tsx'),
])
