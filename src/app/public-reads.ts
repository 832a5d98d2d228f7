/**
 * The calls that answer everybody who is not signed in the same, with the data that their answers show, in the words in
 * which the database tells of changes (migration 0003). A page shows what the calls on its way show; a page on whose way
 * stands any other call is for one person alone.
 */
const PUBLIC_READS: readonly [path: RegExp, shows: readonly string[]][] = [
  [/^\/api\/shop$/, []],
  [/^\/api\/settings\/public$/, ['settings']],
  [/^\/api\/categories$/, ['categories']],
  [/^\/api\/products$/, ['products', 'categories']],
  [/^\/api\/products\/(\d+)$/, ['products:$1', 'categories']],
  [/^\/api\/products\/(\d+)\/reviews$/, ['reviews:$1', 'products:$1']],
  [/^\/api\/stories$/, ['stories']],
  [/^\/api\/trace(\/[^/]+)?$/, ['batches']],
]

/** Who has no session is told so by this call: that is the same for all of them. */
const WHO_AM_I = '/api/auth/user'

export function isPublicRead(call: string): boolean {
  return PUBLIC_READS.some(([path]) => path.test(call))
}

/** What the answers to these calls (paths with their query) show; undefined when one of them is not for everybody. */
export function shownBy(calls: Iterable<string>): Set<string> | undefined {
  const shown = new Set<string>()
  for (const call of calls) {
    if (call === WHO_AM_I) continue
    const match = PUBLIC_READS.find(([path]) => path.test(call))
    if (!match) return undefined
    const [path, names] = match
    for (const name of names) shown.add(call.replace(path, name))
  }
  return shown
}
