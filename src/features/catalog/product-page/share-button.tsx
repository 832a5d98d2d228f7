import Share from 'lucide-react/icons/share'
import { lazy, Suspense, useState } from 'react'

const ShareMenu = lazy(() => import('./share-menu.tsx').then((module) => ({ default: module.ShareMenu })))

const LOOK =
  'flex min-h-11 items-center gap-2 font-medium transition-colors duration-150 ease-house hover:text-ruby-700'

/** Opens the device's share sheet, or else a menu that loads on the first click. */
export function ShareButton(shared: { title: string; url: string }) {
  const [hasMenu, setHasMenu] = useState(false)
  async function share() {
    if (!navigator.share) return setHasMenu(true)
    await navigator.share(shared).catch((error: unknown) => {
      // Closing the sheet is no failure; if it does not open, the menu remains.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setHasMenu(true)
    })
  }
  const label = (
    <>
      <Share strokeWidth={1.5} className="size-5" />
      Share
    </>
  )
  const button = (
    <button type="button" onClick={share} className={LOOK}>
      {label}
    </button>
  )
  if (!hasMenu) return button
  return (
    <Suspense fallback={button}>
      <ShareMenu {...shared} className={LOOK}>
        {label}
      </ShareMenu>
    </Suspense>
  )
}
