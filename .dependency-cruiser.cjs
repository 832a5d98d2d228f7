// The import law: a feature may use the features to its left, never those to its right.
const FEATURES = [
  'audit',
  'notifications',
  'account',
  'settings',
  'catalog',
  'saved',
  'promotions',
  'cart',
  'orders',
  'invoices',
  'payments',
  'checkout',
  'custom-orders',
  'stories',
  'moods',
  'traceability',
  'contact',
  'reviews',
  'storefront',
  'admin',
]
const inFeature = (...names) => `^src/features/(${names.join('|')})/`
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const TEST = '\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }),
    forbid('core-is-pure', { path: '^src/core/', pathNot: TEST }, { pathNot: '^src/core/' }),
    forbid('ui-knows-no-shop', { path: '^src/ui/' }, { path: '^src/(features|app|platform)/' }),
    forbid('platform-below-features', { path: '^src/platform/' }, { path: '^src/(features|app|ui)/' }),
    forbid('features-below-app', { path: '^src/features/' }, { path: '^src/app/' }),
    forbid(
      'routes-are-private',
      { path: '^src/features/([^/]+)/' },
      { path: '\\.api\\.server', pathNot: '^src/features/$1/' },
    ),
    forbid(
      'tables-are-private',
      { path: '^src/features/([^/]+)/', pathNot: `\\.table\\.server|^src/features/admin/reports|${TEST}` },
      { path: '\\.table\\.server', pathNot: '^src/features/$1/|^src/platform/' },
    ),
    forbid(
      'browser-never-imports-server',
      {
        path: '^src/',
        pathNot: `\\.server\\.|${TEST}|^src/app/(main|server)\\.ts$|^src/platform/(http|nonce)\\.ts$|^src/platform/testing/`,
      },
      { path: '\\.server\\.', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'tests-stay-tests',
      { path: '^(src|db)/', pathNot: `${TEST}|^src/platform/testing/` },
      { path: `${TEST}|^src/platform/testing/|^tests/` },
    ),
    ...FEATURES.slice(0, -1).map((name, i) =>
      forbid(`${name}-looks-left`, { path: inFeature(name) }, { path: inFeature(...FEATURES.slice(i + 1)) }),
    ),
    forbid('every-feature-has-its-place', { path: '^src/features/', pathNot: inFeature(...FEATURES) }, {}),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: 'route-tree',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
