/** Breadcrumbs for search engines (schema.org). */
export function breadcrumbJsonLd(publicUrl: string, way: { name: string; path: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...way].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, publicUrl).href,
    })),
  }
}
