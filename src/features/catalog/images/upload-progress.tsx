import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/forms/button.tsx'

type UploadProgressProps = {
  what: string
  part: number
  onCancel: () => void
}

export function UploadProgress({ what, part, onCancel }: UploadProgressProps) {
  const percent = Math.round(part * 100)
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <span role="status" className="text-small">
          {percent < 100 ? `Sending… ${percent} %` : 'Sent. We are processing it…'}
        </span>
        <Button size="small" variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        aria-label={what}
        max={100}
        value={percent < 100 ? percent : undefined}
        className="h-2 w-full accent-cocoa-900"
      />
    </div>
  )
}

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
