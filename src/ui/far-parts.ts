/** Browsers that do not tell when they are idle get a moment between two parts. */
const whenIdle = 'requestIdleCallback' in globalThis ? requestIdleCallback : (then: () => void) => setTimeout(then, 50)

/** As `--voice` in tokens.css names it first. */
const VOICE = 'italic 1em "Tiro Telugu"'

/**
 * Lays out what lies far below the first screen (`until-near` in app.css), one part after the other: in one go it would be
 * the longest task of a page that comes to life. Call it before the page is marked as alive.
 */
export function layOutFarParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.until-near')]
  for (const part of parts) part.dataset.far = ''
  // Words whose font is not there yet would be laid out twice, and first in one that the browser has to look for.
  const isVoiced = parts.some((part) => part.querySelector('.font-voice'))
  if (isVoiced) document.fonts.load(VOICE).then(layOutNext, layOutNext)
  else layOutNext()

  function layOutNext() {
    const part = parts.shift()
    if (part)
      whenIdle(() => {
        delete part.dataset.far
        // Asking for its place lays it out in this moment; the frame that follows only paints it.
        part.getBoundingClientRect()
        layOutNext()
      })
  }
}
