let publicUrl = 'http://localhost:3000'

/** Sets the address under which customers see the shop (`PUBLIC_URL`), at the start. */
export function setPublicUrl(url: string): void {
  publicUrl = url
}

/** The absolute URL of a path and query, for mails. */
export function absoluteUrl(path: string): string {
  return new URL(path, publicUrl).href
}
