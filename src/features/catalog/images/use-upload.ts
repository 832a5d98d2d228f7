import { useEffect, useRef, useState } from 'react'

/** Tracks the progress of an upload; unmounting cancels it. */
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
