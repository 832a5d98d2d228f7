import ZoomIn from 'lucide-react/icons/zoom-in'
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Picture } from '#src/ui/picture.tsx'
import { nextPlace } from './picture-list.ts'
import type { ProductPicture } from './product-pictures.contract.ts'

const EnlargedPictures = lazy(() =>
  import('./enlarged-pictures.tsx').then((module) => ({ default: module.EnlargedPictures })),
)

type PictureGalleryProps = { name: string; images: readonly ProductPicture[] }

/** The strip scrolls sideways, so that a swipe works before the scripts are there. */
export function PictureGallery({ name, images }: PictureGalleryProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const [isEnlarged, setEnlarged] = useState(false)
  function show(place: number) {
    setShown(place)
    strip.current?.scrollTo({ left: place * strip.current.clientWidth })
  }
  const showAgain = useEffectEvent(() => show(shown))
  useEffect(() => keepPlace(strip.current, { onFound: setShown, onResize: () => showAgain() }), [])
  return (
    <section aria-label={`Pictures of ${name}`}>
      <div className="cut -mx-(--gutter) bg-ivory cut-28 sm:mx-0">
        <div
          ref={strip}
          onScroll={({ currentTarget }) => setShown(placeIn(currentTarget))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
        >
          {/* It stays in place while the pictures scroll under it, so that a closed dialog can give it the focus. */}
          <button
            type="button"
            aria-label={`${images[shown]?.alt}, enlarge`}
            onClick={() => setEnlarged(true)}
            className="group sticky left-0 z-10 -mr-[100%] w-full shrink-0 cursor-zoom-in focus-visible:focus-inside focus-visible:outline-none"
          >
            <span className="absolute right-4 bottom-4 grid size-11 place-items-center rounded-control bg-pearl text-cocoa-900 group-hover:text-ruby-700">
              <ZoomIn aria-hidden="true" strokeWidth={1.5} className="size-5.5" />
            </span>
          </button>
          {images.map(({ url, alt }, index) => (
            <div key={url} aria-hidden={index !== shown} className="aspect-square w-full shrink-0 snap-center">
              <Picture
                src={url}
                alt={alt}
                width={960}
                height={960}
                sizes="(min-width: 84.5rem) 615px, (min-width: 64rem) 46vw, 100vw"
                priority={index === 0}
                className="size-full object-cover"
              />
            </div>
          ))}
        </div>
      </div>
      <Thumbnails images={images} shown={shown} onShow={show} />
      {isEnlarged && (
        <Suspense>
          <EnlargedPictures
            name={name}
            images={images}
            shown={shown}
            onShow={show}
            onClose={() => setEnlarged(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

const placeIn = ({ scrollLeft, clientWidth }: HTMLElement) => Math.round(scrollLeft / clientWidth)

type Place = { onFound: (place: number) => void; onResize: () => void }

/** A turned phone keeps its picture, and so does a strip that was swiped before the scripts were there. */
function keepPlace(strip: HTMLElement | null, { onFound, onResize }: Place) {
  if (!strip) return
  let width = strip.clientWidth
  onFound(placeIn(strip))
  const observer = new ResizeObserver(() => {
    if (strip.clientWidth === width) return
    width = strip.clientWidth
    onResize()
  })
  observer.observe(strip)
  return () => observer.disconnect()
}

type ThumbnailsProps = { images: readonly ProductPicture[]; shown: number; onShow: (place: number) => void }

/** One stop for the Tab key; the arrow keys choose. */
function Thumbnails({ images, shown, onShow }: ThumbnailsProps) {
  const row = useRef<HTMLDivElement>(null)
  function press(event: KeyboardEvent) {
    const place = nextPlace(event.key, shown, images.length)
    if (place === undefined) return
    event.preventDefault()
    onShow(place)
    row.current?.querySelectorAll('button')[place]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it.
    <div ref={row} onKeyDown={press} className="mt-3 grid grid-cols-4 gap-3">
      {images.map(({ url, alt }, index) => (
        <button
          key={url}
          type="button"
          tabIndex={index === shown ? 0 : -1}
          aria-pressed={index === shown}
          aria-label={`Picture ${index + 1} of ${images.length}: ${alt}`}
          onClick={() => onShow(index)}
          className="aspect-square bg-ivory transition-shadow duration-150 ease-house hover:ring-2 hover:ring-line-strong focus-visible:outline-2 focus-visible:outline-offset-4 aria-pressed:ring-2 aria-pressed:ring-gold-500"
        >
          <Picture src={url} alt="" width={230} height={230} className="size-full object-cover" />
        </button>
      ))}
    </div>
  )
}
