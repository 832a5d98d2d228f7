import { useEffect, useEffectEvent, useRef } from 'react'
import { type ScanHandlers, startScan } from './camera-scan.ts'

/** The camera is on as long as this is on the page. */
export function CameraView({ onCode, onProblem }: ScanHandlers) {
  const video = useRef<HTMLVideoElement>(null)
  const take = useEffectEvent(onCode)
  const giveUp = useEffectEvent(onProblem)
  useEffect(() => (video.current ? startScan(video.current, { onCode: take, onProblem: giveUp }) : undefined), [])
  return (
    <div className="cut relative aspect-4/3 w-full max-w-md bg-cocoa-950 cut-18">
      <video ref={video} muted playsInline aria-label="What the camera sees" className="size-full object-cover" />
      <span aria-hidden="true" className="absolute inset-[14%] border border-gold-300/80" />
    </div>
  )
}
