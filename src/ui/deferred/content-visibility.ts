/** As `--voice` in tokens.css names it first. */
const VOICE = 'italic 1em "Tiro Telugu"'
const SLICE_MS = 4
/** Leaves room for what the scrolling itself brings. */
const BETWEEN_SLICES_MS = 50

/**
 * Lays out what lies far below the first screen (`until-near`, `below-first` in app.css) as soon as somebody scrolls, or is
 * further down already: a few parts at a time, because in one go it would be a long task. Call it before the page is marked
 * as alive.
 */
export function renderOffscreenSections(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.until-near, .below-first')]
  for (const part of parts) part.dataset.far = ''
  if (scrollY > 0) begin()
  else addEventListener('scroll', begin, { once: true })

  function begin() {
    // Words whose font is not there yet would be laid out twice, and first in one that the browser has to look for.
    const isVoiced = parts.some((part) => part.querySelector('.font-voice'))
    if (isVoiced) document.fonts.load(VOICE).then(layOutNext, layOutNext)
    else layOutNext()
  }

  function layOutNext() {
    const until = performance.now() + SLICE_MS
    do {
      const part = parts.shift()
      if (!part) return
      delete part.dataset.far
      // Asking for its place lays it out in this moment; the frame that follows only paints it.
      part.getBoundingClientRect()
    } while (performance.now() < until)
    setTimeout(layOutNext, BETWEEN_SLICES_MS)
  }
}
