/** Groups modules into few chunks: each costs a line in every page's head, and small files compress badly. */
export const CHUNKS = [
  {
    name: 'vendor',
    tags: ['$initial' as const],
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]|rolldown.runtime/,
    priority: 3,
  },
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  {
    name: 'shop-window',
    test: /src[\\/](features[\\/]catalog[\\/](products[\\/]products(\.queries)?|food[\\/]diet-mark)|ui[\\/](badge|empty-state|picture|price))\.tsx?/,
    priority: 1,
  },
  { name: 'cards', test: /src[\\/](features[\\/]catalog[\\/]browse[\\/]product-card|ui[\\/]section-heading)\.tsx/ },
  { name: 'fields', test: /src[\\/]ui[\\/]forms[\\/](field|select)\.tsx/ },
  {
    name: 'product-facts',
    test: /src[\\/](features[\\/](community[\\/]reviews[\\/](product-rating|reviews\.queries|review)|catalog[\\/]product-page[\\/]deferred-sections)|ui[\\/]rating-marks)\.tsx?/,
  },
  {
    name: 'choosing',
    test: /src[\\/](features[\\/]cart[\\/]saved-items[\\/](use-saved-items|saved-items(\.queries)?|saved-items-store)|ui[\\/]forms[\\/]quantity-stepper)\.tsx?/,
  },
  // The parts of TanStack that not every page needs: infinite queries, and mutations.
  { name: 'asking', test: /node_modules[\\/]@tanstack[\\/].*([iI]nfinite|(useQuery|mutationOptions)\.)/, priority: 3 },
  { name: 'changing', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
]

/** Every page lists the chunks that it starts with, so these have short names. */
export const chunkFileNames = ({ name }: { name: string }): string =>
  CHUNKS.some((chunk) => chunk.name === name) ? 'assets/[hash].js' : 'assets/[name]-[hash].js'
