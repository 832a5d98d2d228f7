// The import rules. Every feature names the features that it may use; what is not named is forbidden.
const BASE = ['audit', 'auth', 'notifications', 'settings']
const USES = {
  audit: [],
  notifications: ['audit'],
  auth: ['audit', 'notifications'],
  settings: ['audit', 'auth', 'couriers', 'notifications'],
  catalog: ['audit', 'auth', 'notifications', 'settings'],
  traceability: ['audit', 'auth'],
  addresses: ['auth', 'orders'],
  couriers: [],
  contact: BASE,
  pricing: ['audit', 'auth', 'catalog', 'settings'],
  cart: ['auth', 'catalog', 'notifications', 'orders/delivery', 'pricing', 'settings'],
  orders: [...BASE, 'cart', 'catalog', 'couriers', 'orders/delivery', 'orders/dispatch', 'pricing'],
  'orders/delivery': ['auth', 'catalog', 'orders', 'orders/dispatch', 'pricing', 'settings'],
  'orders/dispatch': ['audit', 'auth', 'orders', 'settings'],
  invoices: ['auth', 'catalog', 'orders', 'settings'],
  payments: [...BASE, 'addresses', 'catalog', 'invoices', 'orders', 'orders/delivery', 'orders/dispatch', 'pricing'],
  problems: [...BASE, 'contact', 'orders', 'payments'],
  checkout: ['addresses', 'auth', 'cart', 'catalog', 'orders', 'orders/delivery', 'payments', 'pricing', 'settings'],
  'custom-orders': [...BASE, 'cart', 'catalog', 'checkout', 'orders', 'orders/delivery', 'payments', 'pricing'],
  'community/stories': ['auth', 'settings'],
  'community/reviews': ['auth', 'catalog', 'orders'],
  'community/moderation': [
    'audit',
    'auth',
    'catalog',
    'community/reviews',
    'community/stories',
    'notifications',
    'orders',
  ],
  'catalog/browse': ['cart', 'catalog'],
  'catalog/product-page': [
    'auth',
    'cart',
    'catalog',
    'catalog/browse',
    'community/reviews',
    'orders/delivery',
    'settings',
  ],
  moods: ['cart', 'catalog', 'catalog/browse'],
  home: ['auth', 'cart', 'catalog', 'catalog/browse', 'custom-orders', 'moods', 'settings'],
  'checkout/page/checkout-page': ['addresses', 'auth', 'checkout', 'custom-orders'],
  'orders/customer/load-orders-page': ['addresses', 'custom-orders', 'orders'],
  'orders/customer/orders-page': [
    ...[
      'addresses',
      'auth',
      'checkout',
      'custom-orders',
      'orders',
      'orders/customer/load-orders-page',
      'payments',
      'problems',
    ],
  ],
  admin: [
    ...BASE,
    ...['catalog', 'community/moderation', 'community/reviews', 'community/stories', 'contact', 'couriers'],
    'custom-orders',
    ...['orders', 'orders/dispatch', 'payments', 'pricing', 'problems', 'traceability'],
  ],
}

const NAMES = Object.keys(USES)
/** A feature without the parts of it that have a line of their own. */
const pathOf = (name) => {
  const parts = NAMES.filter((other) => other.startsWith(`${name}/`)).map((other) => other.slice(name.length + 1))
  return `^src/features/${name}${name.includes('/') ? '[./]' : '/'}${parts.length > 0 ? `(?!(${parts.join('|')})[./])` : ''}`
}
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const TEST = '\\.test\\.tsx?$'
const SERVICES = '^src/(db|storage|server|browser)/'

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }),
    forbid('core-is-pure', { path: '^src/core/', pathNot: TEST }, { pathNot: '^src/core/|^node_modules/zod/' }),
    // The index of lucide-react takes two thousand modules through the bundler.
    forbid('icons-one-by-one', {}, { path: 'lucide-react/dist/.*lucide-react\\.', dependencyTypesNot: ['type-only'] }),
    forbid('ui-knows-no-shop', { path: '^src/ui/' }, { path: `^src/(features|app)/|${SERVICES}` }),
    forbid('services-below-features', { path: SERVICES }, { path: '^src/(features|app|ui)/' }),
    forbid('data-below-server', { path: '^src/(db|storage)/', pathNot: TEST }, { path: '^src/server/(?!telemetry/)' }),
    forbid('features-below-app', { path: '^src/features/' }, { path: '^src/app/' }),
    forbid(
      'routes-are-private',
      { path: '^src/features/([^/]+)/' },
      { path: '\\.api\\.server', pathNot: '^src/features/$1/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'tables-are-private',
      {
        path: '^src/features/([^/]+)/',
        pathNot: `\\.table\\.server|^src/features/admin/(analytics|dashboard|todo)/|${TEST}`,
      },
      { path: '\\.table\\.server', pathNot: '^src/features/$1/|^src/server/' },
    ),
    forbid(
      'browser-never-imports-server',
      {
        path: '^src/',
        pathNot: `\\.server\\.|${TEST}|^src/app/(main|server|start)\\.ts$|^src/browser/http-client\\.ts$|^src/testing/`,
      },
      { path: '\\.server\\.', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'tests-stay-tests',
      { path: '^(src|db)/', pathNot: `${TEST}|^src/testing/` },
      { path: `${TEST}|^src/testing/|^tests/` },
    ),
    ...Object.entries(USES).map(([name, used]) =>
      forbid(
        `what-${name.replaceAll('/', '-')}-may-use`,
        { path: pathOf(name) },
        { path: '^src/features/', pathNot: [name, ...used].map(pathOf).join('|') },
      ),
    ),
    forbid('every-feature-has-its-line', { path: '^src/features/', pathNot: NAMES.map(pathOf).join('|') }, {}),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: 'route-tree',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
