/** Browsers that do not tell when they are idle get a moment between two parts. */
const whenIdle = 'requestIdleCallback' in globalThis ? requestIdleCallback : (then: () => void) => setTimeout(then, 50)

/**
 * Lays out what lies far below the first screen (`until-near` in app.css), one part after the other: in one go it would be
 * the longest task of a page that comes to life. Call it before the page is marked as alive.
 */
export function layOutFarParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.until-near')]
  for (const part of parts) part.dataset.far = ''
  layOutNext()

  function layOutNext() {
    const part = parts.shift()
    if (part)
      whenIdle(() => {
        delete part.dataset.far
        layOutNext()
      })
  }
}
