import { useState } from 'react'
import { PLACEHOLDER_IMAGE } from '#src/core/images/static-image.ts'
import { findStaticImage, staticImageSrcSets } from '#src/core/images/static-images.ts'
import { uploadedImageSrcSets } from '#src/core/images/uploaded-image.ts'

/** Browsers use the laid-out width of lazy images. */
export const AUTO_SIZES_PREFIX = 'auto, '

type PictureProps = {
  src: string | null | undefined
  alt: string
  /** Largest width in CSS pixels, which bounds the offered files. */
  width: number
  height: number
  sizes?: string
  backup?: string
  priority?: boolean
  className?: string
}

export function Picture({ src, alt, width, height, backup, priority = false, className = '', ...rest }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = [src, backup].find((source) => source?.trim() && !failed.includes(source)) ?? PLACEHOLDER_IMAGE
  const sources = sourcesOf(shown, width)
  const { sizes = `${priority ? '' : AUTO_SIZES_PREFIX}min(100vw, ${width}px)` } = rest

  function fail() {
    if (shown !== PLACEHOLDER_IMAGE) setFailed((before) => [...before, shown])
  }
  return (
    // Without this, each `source` would take a grid cell.
    <picture className="contents [&>source]:hidden">
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        // A server-rendered image can have failed before hydration.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0 && img.currentSrc) fail()
        }}
        src={sources?.plain ?? shown}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        // Otherwise the first frame waits for decoding.
        decoding="async"
        onError={fail}
        className={className}
        // The browser build has no blurs and keeps the server's.
        suppressHydrationWarning
        style={untilLoaded(shown, priority)}
      />
    </picture>
  )
}

function sourcesOf(src: string, width: number): { avif: string; webp: string; plain: string } | undefined {
  const uploaded = uploadedImageSrcSets(src)
  return uploaded ? { ...uploaded, plain: src } : staticImageSrcSets(src, width)
}

function untilLoaded(src: string, priority: boolean) {
  const known = findStaticImage(src)
  return (
    known && { background: priority && known.blur ? `${known.colour} url(${known.blur}) center / cover` : known.colour }
  )
}
