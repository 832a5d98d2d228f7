export const MAX_PICTURES = 8

export const MAX_ALT_LENGTH = 160

export const TOO_MANY_PICTURES = 'A product has at most eight pictures.'

export type PictureRow = { key: number; url: string; alt: string }

/** The rows of the form: at least one, which may be blank. */
export function toPictureRows(pictures: readonly Omit<PictureRow, 'key'>[]): PictureRow[] {
  const given = pictures.length > 0 ? pictures : [{ url: '', alt: '' }]
  return given.map((picture, key) => ({ ...picture, key }))
}

/** Puts an uploaded picture into the first blank row or into a new one. */
export function addPicture(rows: readonly PictureRow[], url: string): PictureRow[] {
  const blank = rows.find((row) => row.url === '')
  if (blank) return rows.map((row) => (row === blank ? { ...row, url } : row))
  return [...rows, { key: nextKey(rows), url, alt: '' }]
}

export const nextKey = (rows: readonly PictureRow[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1

export const filledPictures = (rows: readonly PictureRow[]) =>
  rows.filter(({ url, alt }) => url.trim() !== '' || alt.trim() !== '').map(({ url, alt }) => ({ url, alt }))

/** The place that a key leads to from `place`; undefined for other keys. The ends do not meet. */
export function nextPlace(key: string, place: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: Math.min(place + 1, count - 1),
    ArrowLeft: Math.max(place - 1, 0),
    Home: 0,
    End: count - 1,
  }
  return places[key]
}

type Pictures = { imageUrl: string; images: Omit<PictureRow, 'key'>[] }

export function readPictureFields(form: FormData): Pictures {
  const images: Pictures['images'] = JSON.parse(String(form.get('images') ?? '[]'))
  return { images, imageUrl: images[0]?.url ?? '' }
}
