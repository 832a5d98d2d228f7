import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { KeyboardEvent } from 'react'
import { ButtonIcon, IconButton } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { nextPlace } from './picture-list.ts'
import type { ProductPicture } from './product-pictures.contract.ts'

type EnlargedPicturesProps = {
  name: string
  images: readonly ProductPicture[]
  shown: number
  onShow: (place: number) => void
  onClose: () => void
}

/** The browser's own zoom works in it: two fingers enlarge further. */
export function EnlargedPictures({ name, images, shown, onShow, onClose }: EnlargedPicturesProps) {
  const picture = images[shown]
  function press(event: KeyboardEvent) {
    const place = nextPlace(event.key, shown, images.length)
    if (place !== undefined) onShow(place)
  }
  if (!picture) return null
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={name} size="wide">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it. */}
      <div onKeyDown={press} className="grid gap-3">
        <Picture
          key={picture.url}
          src={picture.url}
          alt={picture.alt}
          width={1280}
          height={1280}
          sizes="(min-width: 52rem) 696px, 100vw"
          priority
          className="-mx-6 max-h-[70vh] w-[calc(100%+3rem)] max-w-none touch-pinch-zoom bg-ivory object-contain sm:mx-0 sm:w-full"
        />
        <div className="flex items-center justify-between gap-4">
          <IconButton label="Previous picture" disabled={shown === 0} onClick={() => onShow(shown - 1)}>
            <ButtonIcon of={ChevronLeft} />
          </IconButton>
          <p role="status" className="text-center text-cocoa-600 text-small">
            {shown + 1} of {images.length}: {picture.alt}
          </p>
          <IconButton label="Next picture" disabled={shown === images.length - 1} onClick={() => onShow(shown + 1)}>
            <ButtonIcon of={ChevronRight} />
          </IconButton>
        </div>
      </div>
    </Dialog>
  )
}
