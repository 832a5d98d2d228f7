export type CodeReader = (picture: HTMLVideoElement | ImageBitmap) => Promise<string | null>

/** The part of the Barcode Detection API that we use; TypeScript has no types for it. */
type Detector = { detect: (picture: HTMLVideoElement | ImageBitmap) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

export async function createCodeReader(): Promise<CodeReader> {
  return (await browsersReader()) ?? (await ownReader())
}

/** Longest sides in pixels to which a photo is scaled, the likeliest first: photos are large, their codes small. */
const PHOTO_SIDES = [1200, 2400, 600]

/** Reads the QR code on a photo; null if there is none. Rejects a file that is no picture. */
export async function readCodeFromPhoto(photo: Blob): Promise<string | null> {
  const read = await createCodeReader()
  const whole = await createImageBitmap(photo)
  const longest = Math.max(whole.width, whole.height)
  for (const side of new Set(PHOTO_SIDES.map((side) => Math.min(side, longest)))) {
    const code = await read(await shrunk(whole, side / longest))
    if (code) return code
  }
  return null
}

function shrunk(whole: ImageBitmap, scale: number): Promise<ImageBitmap> {
  return createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'high',
  })
}

async function browsersReader(): Promise<CodeReader | undefined> {
  const Detection = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!Detection || !(await Detection.getSupportedFormats()).includes('qr_code')) return undefined
  const detector = new Detection({ formats: ['qr_code'] })
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
}

async function ownReader(): Promise<CodeReader> {
  const { default: decode } = await import('jsqr')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot read pictures.')
  return async (picture) => {
    const [width, height] = sizeOf(picture)
    canvas.width = width
    canvas.height = height
    context.drawImage(picture, 0, 0)
    return decode(context.getImageData(0, 0, width, height).data, width, height)?.data || null
  }
}

function sizeOf(picture: HTMLVideoElement | ImageBitmap): [number, number] {
  return picture instanceof HTMLVideoElement
    ? [picture.videoWidth, picture.videoHeight]
    : [picture.width, picture.height]
}
