import { useState } from 'react'
import { PLACEHOLDER_IMAGE } from '#src/core/images/static-image.ts'
import { findStaticImage, staticImageSrcSets } from '#src/core/images/static-images.ts'
import { uploadedImageSrcSets } from '#src/core/images/uploaded-image.ts'

/** Before the `sizes` of what loads lazily: by then it is laid out, and most browsers know how wide it is. */
export const AUTO_SIZES_PREFIX = 'auto, '

type PictureProps = {
  /** Blank counts as missing. */
  src: string | null | undefined
  alt: string
  /** The most room that it ever takes, in points. Nothing larger than a sharp screen of that size is offered. */
  width: number
  height: number
  /** How wide it is drawn, as `sizes` of HTML: where it covers a box, that is more than the box may be wide. */
  sizes?: string
  /** Shown when `src` fails, before the placeholder. */
  backup?: string
  /** For what is seen first: loaded at once and ahead of the rest. */
  priority?: boolean
  className?: string
}

/** A picture that keeps its room while loading and gives way to a backup, then to the placeholder, when it fails. */
export function Picture({ src, alt, width, height, backup, priority = false, className = '', ...rest }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = [src, backup].find((source) => source?.trim() && !failed.includes(source)) ?? PLACEHOLDER_IMAGE
  const sources = sourcesOf(shown, width)
  const { sizes = `${priority ? '' : AUTO_SIZES_PREFIX}min(100vw, ${width}px)` } = rest

  function fail() {
    if (shown !== PLACEHOLDER_IMAGE) setFailed((before) => [...before, shown])
  }
  return (
    // A source has no box of its own, or it would take a cell of whatever grid the picture stands in.
    <picture className="contents [&>source]:hidden">
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        // A picture of a server-rendered page may have failed before anybody listened.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0 && img.currentSrc) fail()
        }}
        src={sources?.plain ?? shown}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        // Else the first frame, words and all, waits until the picture is decoded.
        decoding="async"
        onError={fail}
        className={className}
        // The browser is not sent the blurs, and keeps what the server wrote.
        suppressHydrationWarning
        style={untilLoaded(shown)}
      />
    </picture>
  )
}

/** What we keep in several widths and formats: pictures of the house and uploads. Others have their address alone. */
function sourcesOf(src: string, width: number): { avif: string; webp: string; plain: string } | undefined {
  const uploaded = uploadedImageSrcSets(src)
  return uploaded ? { ...uploaded, plain: src } : staticImageSrcSets(src, width)
}

/** Its own colours, blurred, lie where the picture will be; on pages that the browser makes, its plain colour. */
function untilLoaded(src: string) {
  const known = findStaticImage(src)
  return known && { background: known.blur ? `${known.colour} url(${known.blur}) center / cover` : known.colour }
}
