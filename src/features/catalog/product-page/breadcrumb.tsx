import { Link } from '@tanstack/react-router'
import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { categorySlug } from '#src/features/catalog/products/products.ts'

/** Its links work before the script has come. */
export function Breadcrumb({ product: { name, category } }: { product: ProductDetail }) {
  const link = 'inline-block py-3 hover:text-cocoa-900 hover:underline'
  return (
    <nav aria-label="Breadcrumb" className="py-2.5 text-cocoa-500 text-small">
      <ol className="flex flex-wrap items-center gap-x-2.5 *:not-last:after:ml-2.5 *:not-last:after:content-['/']">
        <li>
          <Link to="/" className={link}>
            Home
          </Link>
        </li>
        <li>
          <Link to="/products" className={link}>
            Products
          </Link>
        </li>
        {!category.hidden && (
          <li>
            <Link to="/products/$category" params={{ category: categorySlug(category.name) }} className={link}>
              {category.name}
            </Link>
          </li>
        )}
        <li aria-current="page" className="font-medium text-cocoa-900">
          {name}
        </li>
      </ol>
    </nav>
  )
}
