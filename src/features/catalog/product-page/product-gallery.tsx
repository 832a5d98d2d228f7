import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { Picture } from '#src/ui/picture.tsx'

const THUMBNAILS = [1, 2, 3, 4]

type SinglePictureProps = Pick<ProductDetail, 'name' | 'images'>

/** The thumbnails of a single picture choose nothing, so they are images and no buttons. */
export function SinglePicture({ name, images: [image] }: SinglePictureProps) {
  return (
    <div>
      <div className="cut -mx-(--gutter) aspect-square bg-ivory cut-28 sm:mx-0">
        <Picture
          src={image?.url}
          alt={image?.alt ?? name}
          width={960}
          height={960}
          sizes="(min-width: 84.5rem) 615px, (min-width: 64rem) 46vw, 100vw"
          priority
          className="size-full object-cover"
        />
      </div>
      <div aria-hidden="true" className="mt-3 grid grid-cols-4 gap-3">
        {THUMBNAILS.map((place) => (
          <span key={place} className="aspect-square bg-ivory first:ring-2 first:ring-gold-500">
            <Picture src={image?.url} alt="" width={230} height={230} className="size-full object-cover" />
          </span>
        ))}
      </div>
    </div>
  )
}
