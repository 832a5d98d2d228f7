import { useEffect, useRef, useState } from 'react'

/** How far a file on its way to the server is, and the way to call it off. Leaving the screen calls it off too. */
export function useUpload() {
  const [part, setPart] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  function begin() {
    running.current = new AbortController()
    setPart(0)
    return { onProgress: setPart, signal: running.current.signal }
  }
  return { part, begin, cancel: () => running.current?.abort() }
}
