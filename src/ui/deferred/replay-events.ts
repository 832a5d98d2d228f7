/**
 * Keeps the last press on a button of a place that nobody has answered, or the sending of a form without an address of its
 * own: the browser never sends such a one, which would put what was typed into the address. Gives back what ends this and
 * makes the press again, if it is not older than ten seconds. Runs in the page as text, too (late-scripts.server.ts): it
 * may name nothing outside.
 */
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
    // What React cannot answer yet it stops on the way: a press that comes to its button is answered.
    if (isReactListening()) it.addEventListener(event.type, answered, { capture: true, once: true })
  }
  // On the window, which hears of a press before React does.
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
