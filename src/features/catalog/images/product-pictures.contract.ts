import { z } from 'zod'
import { singleLineText } from '#src/core/validation/fields.ts'
import { BAD_PICTURE, isImageUrl, PRODUCT_TEXT_LIMITS } from '#src/features/catalog/admin/product-input.ts'
import { MAX_ALT_LENGTH, MAX_PICTURES, TOO_MANY_PICTURES } from './picture-list.ts'

export const ProductPicture = z.object({ url: z.string(), alt: z.string() })
export type ProductPicture = z.infer<typeof ProductPicture>

const PictureInput = z.strictObject({
  url: z.string(BAD_PICTURE).trim().max(PRODUCT_TEXT_LIMITS.imageUrl, BAD_PICTURE).refine(isImageUrl, BAD_PICTURE),
  alt: singleLineText(MAX_ALT_LENGTH),
})

/** The pictures of a product in their order. Without an own description the first shows what the product's name says. */
export const ProductImages = z
  .array(PictureInput)
  .max(MAX_PICTURES, TOO_MANY_PICTURES)
  .superRefine((pictures, context) => {
    for (const [index, { url, alt }] of pictures.entries()) {
      const isTwice = pictures.findIndex((other) => other.url === url) < index
      if (isTwice)
        context.addIssue({ code: 'custom', path: [index, 'url'], message: 'This picture is in the list twice.' })
      if (index === 0 || alt !== '') continue
      const message = 'Please describe this picture in a few words, for people who cannot see it.'
      context.addIssue({ code: 'custom', path: [index, 'alt'], message })
    }
  })
export type ProductImages = z.infer<typeof ProductImages>
