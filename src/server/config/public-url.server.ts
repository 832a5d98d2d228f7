let publicUrl = 'http://localhost:3000'

/** Set once at the start: the address under which customers see the shop (`PUBLIC_URL`). */
export function setPublicUrl(url: string): void {
  publicUrl = url
}

/** The whole address of a page, for mails: takes its path and query. */
export function absoluteUrl(path: string): string {
  return new URL(path, publicUrl).href
}
