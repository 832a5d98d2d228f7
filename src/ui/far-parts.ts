/** As `--voice` in tokens.css names it first. */
const VOICE = 'italic 1em "Tiro Telugu"'
/** Leaves room for what the scrolling itself brings. */
const BETWEEN_PARTS_MS = 50

/**
 * Lays out what lies far below the first screen (`until-near` in app.css) as soon as somebody scrolls, or is further down
 * already: one part after the other, because in one go it would be a long task. Call it before the page is marked as alive.
 */
export function layOutFarParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.until-near')]
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
    const part = parts.shift()
    if (!part) return
    delete part.dataset.far
    // Asking for its place lays it out in this moment; the frame that follows only paints it.
    part.getBoundingClientRect()
    setTimeout(layOutNext, BETWEEN_PARTS_MS)
  }
}
