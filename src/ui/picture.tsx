import { useState } from 'react'
import { sourceSet } from '#src/core/uploaded-picture.ts'

const PLACEHOLDER = '/placeholder.svg'

type PictureProps = {
  /** Blank counts as missing. */
  src: string | null | undefined
  alt: string
  width: number
  height: number
  /** Shown when `src` fails, before the placeholder. */
  backup?: string
  /** For what is seen first: loaded at once and ahead of the rest. */
  priority?: boolean
  className?: string
}

/** A picture that keeps its room while loading and gives way to a backup, then to the placeholder, when it fails. */
export function Picture({ src, alt, width, height, backup, priority = false, className = '' }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = [src, backup].find((source) => source?.trim() && !failed.includes(source)) ?? PLACEHOLDER

  function fail() {
    if (shown !== PLACEHOLDER) setFailed((before) => [...before, shown])
  }
  return (
    <img
      // A picture of a server-rendered page may have failed before anybody listened.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0 && img.currentSrc) fail()
      }}
      {...sizesOf(shown, width, priority)}
      src={shown}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding={priority ? 'sync' : 'async'}
      onError={fail}
      className={className}
    />
  )
}

/** Uploaded pictures lie in several widths. What loads lazily is laid out by then, so the browser knows how wide it is. */
function sizesOf(src: string, width: number, priority: boolean) {
  const srcSet = sourceSet(src)
  const atMost = `min(100vw, ${width}px)`
  return srcSet && { sizes: priority ? atMost : `auto, ${atMost}`, srcSet }
}
