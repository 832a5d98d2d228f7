import { z } from 'zod'

export const MAX_LOGO_BYTES = 2 * 1024 * 1024
export const LOGO_TYPES = 'image/png,image/jpeg,image/webp'

export const LOGO_TOO_LARGE = 'Please choose a logo smaller than 2 MB.'
export const LOGO_NOT_PRINTABLE = 'We can print a PNG, a JPEG or a WebP, no SVG. Please save your logo as one of these.'
export const LOGO_IS_SVG = 'We cannot print an SVG. Please save your logo as a PNG.'
export const LOGO_GONE = 'We do not have your logo any more. Please upload it again.'

type LogoFile = Pick<File, 'type' | 'size'>

/** Why a file is not sent; undefined if the server can look at it. */
export function findLogoFault({ type, size }: LogoFile): string | undefined {
  if (type === 'image/svg+xml') return LOGO_IS_SVG
  if (size === 0 || !LOGO_TYPES.split(',').includes(type)) return LOGO_NOT_PRINTABLE
  return size > MAX_LOGO_BYTES ? LOGO_TOO_LARGE : undefined
}

export const UploadedLogo = z.object({
  id: z.uuid(),
  width: z.int(),
  height: z.int(),
})
export type UploadedLogo = z.infer<typeof UploadedLogo>

export const logoPath = (id: string) => `/api/card-logos/${id}`
export const adminLogoPath = (id: string) => `/api/admin/card-logos/${id}`
