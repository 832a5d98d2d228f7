import { lazy, Suspense, useState } from 'react'
import { type SharedPage, ShareLabel, shareButtonClass } from './share-label.tsx'

const ShareMenu = lazy(() => import('./share-menu.tsx').then((module) => ({ default: module.ShareMenu })))

/** Opens the device's own sheet where there is one, else a small menu, which is fetched for the first press. */
export function ShareButton(shared: SharedPage) {
  const [hasMenu, setHasMenu] = useState(false)
  async function share() {
    if (!navigator.share) return setHasMenu(true)
    await navigator.share(shared).catch((error: unknown) => {
      // Closing the sheet is no failure; a sheet that does not open leaves the menu.
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
