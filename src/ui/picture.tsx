import { useState } from 'react'

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
