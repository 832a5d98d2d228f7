import { type ComponentType, lazy, use } from 'react'

type Finder = typeof import('./finder/parts.ts')['parts']

let loaded: Finder | undefined
let loading: Promise<Finder> | undefined

/** Loads what the plain list does not need: search beyond exact matches, filters, and catalogs beyond the browser. */
export function loadFinder(): Promise<Finder> {
  loading ??= import('./finder/parts.ts').then(({ parts }) => {
    loaded = parts
    return parts
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

export const useFinder = (isNeeded: boolean) => (isNeeded ? (loaded ?? use(loadFinder())) : undefined)

const lazyPart = <Props>(part: (finder: Finder) => ComponentType<Props>) =>
  lazy(async () => ({ default: part(await loadFinder()) }))

export const LazyFilters = lazyPart(({ Filters }) => Filters)
export const LazyLargeCatalog = lazyPart(({ LargeCatalogResults }) => LargeCatalogResults)
export const LazyNothingFound = lazyPart(({ NothingFound }) => NothingFound)
