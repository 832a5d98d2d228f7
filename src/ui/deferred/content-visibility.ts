const VOICE = 'italic 1em "Tiro Telugu"'
const SLICE_MS = 4
const BETWEEN_SLICES_MS = 50

/** Renders `render-near` sections once the visitor scrolls, a few at a time to avoid long tasks. */
export function renderOffscreenSections(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.render-near, .below-fold')]
  for (const part of parts) part.dataset.lazy = ''
  if (scrollY > 0) begin()
  else addEventListener('scroll', begin, { once: true })

  function begin() {
    // Text in a font that is not loaded would be laid out twice.
    const isVoiced = parts.some((part) => part.querySelector('.font-voice'))
    if (isVoiced) document.fonts.load(VOICE).then(layOutNext, layOutNext)
    else layOutNext()
  }

  function layOutNext() {
    const until = performance.now() + SLICE_MS
    do {
      const part = parts.shift()
      if (!part) return
      delete part.dataset.lazy
      // Reading its box forces the layout now; the next frame only paints.
      part.getBoundingClientRect()
    } while (performance.now() < until)
    setTimeout(layOutNext, BETWEEN_SLICES_MS)
  }
}
