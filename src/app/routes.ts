import { index, rootRoute } from '@tanstack/virtual-file-routes'

/** The table of screens. */
export const routes = rootRoute('app/root.tsx', [index('features/storefront/front-page.tsx')])
