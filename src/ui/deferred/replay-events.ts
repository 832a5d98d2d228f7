/** Replays the last click or submit before hydration. Also inlined as text: it must not refer to anything outside. */
export function captureLastEvent(place: Node, isReactListening = () => true): () => void {
  const kinds = ['click', 'submit']
  let pressed: { it: HTMLElement; at: number } | undefined
  function keep(event: Event) {
    const isSent = event.type === 'submit'
    const it = (event.target as Element).closest<HTMLElement>(isSent ? 'form:not([action])' : 'button')
    if (!it || !place.contains(it)) return
    if (isSent) event.preventDefault()
    const before = pressed
    pressed = { it, at: Date.now() }
    const answered = () => {
      pressed = before
    }
    // React stops events that it cannot handle yet; one that arrives was handled.
    if (isReactListening()) it.addEventListener(event.type, answered, { capture: true, once: true })
  }
  // On the window, before React's listeners.
  for (const kind of kinds) addEventListener(kind, keep, true)
  return () => {
    for (const kind of kinds) removeEventListener(kind, keep, true)
    const last = pressed
    pressed = undefined
    if (!last?.it.isConnected || Date.now() - last.at > 10_000) return
    if (last.it instanceof HTMLFormElement) last.it.requestSubmit()
    else last.it.click()
  }
}
