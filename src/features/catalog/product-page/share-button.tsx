import { lazy, Suspense, useState } from 'react'
import { type SharedPage, ShareLabel, shareButtonClass } from './share-label.tsx'

const ShareMenu = lazy(() => import('./share-menu.tsx').then((module) => ({ default: module.ShareMenu })))

/** Opens the device's share sheet, or else a menu that loads on the first click. */
export function ShareButton(shared: SharedPage) {
  const [hasMenu, setHasMenu] = useState(false)
  async function share() {
    if (!navigator.share) return setHasMenu(true)
    await navigator.share(shared).catch((error: unknown) => {
      // Closing the sheet is no failure; if it does not open, the menu remains.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setHasMenu(true)
    })
  }
  const button = (
    <button type="button" onClick={share} className={shareButtonClass}>
      <ShareLabel />
    </button>
  )
  if (!hasMenu) return button
  return (
    <Suspense fallback={button}>
      <ShareMenu {...shared} />
    </Suspense>
  )
}
