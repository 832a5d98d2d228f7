import { useEffect, useEffectEvent, useRef } from 'react'
import { createCodeReader } from './code-reader.ts'

const PAUSE_MS = 150

export type ScanHandlers = {
  /** Returns true if the code was accepted; scanning then stops. */
  onCode: (code: string) => boolean
  onProblem: (sentence: string) => void
}

export function CameraView({ onCode, onProblem }: ScanHandlers) {
  const video = useRef<HTMLVideoElement>(null)
  const handleCode = useEffectEvent(onCode)
  const handleProblem = useEffectEvent(onProblem)
  useEffect(
    () => (video.current ? startScan(video.current, { onCode: handleCode, onProblem: handleProblem }) : undefined),
    [],
  )
  return (
    <div className="cut relative aspect-4/3 w-full max-w-md bg-cocoa-950 cut-18">
      <video ref={video} muted playsInline aria-label="What the camera sees" className="size-full object-cover" />
      <span aria-hidden="true" className="absolute inset-[14%] border border-gold-300/80" />
    </div>
  )
}

/** Shows the camera in the video element and scans until a code is accepted. Returns the function that stops it. */
function startScan(video: HTMLVideoElement, events: ScanHandlers): () => void {
  const ended = new AbortController()
  scan(video, events, ended.signal).catch((error: unknown) => {
    if (!ended.signal.aborted) events.onProblem(problemOf(error))
    ended.abort()
  })
  return () => ended.abort()
}

async function scan(video: HTMLVideoElement, { onCode }: ScanHandlers, ended: AbortSignal): Promise<void> {
  const stream = await openCamera()
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // The customer may have stopped while the browser asked for permission.
  if (ended.aborted) return close()
  ended.addEventListener('abort', close)
  video.srcObject = stream
  await video.play()
  const read = await createCodeReader()
  while (!ended.aborted) {
    const code = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video) : null
    if (code && !ended.aborted && onCode(code)) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

function openCamera(): Promise<MediaStream> {
  // Browsers offer cameras on https pages only.
  if (!navigator.mediaDevices) throw new DOMException('No cameras for this page', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 960 } } })
}

const INSTEAD = 'Please type the batch ID, or choose a photo of the code.'

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return `The camera was not allowed. ${INSTEAD}`
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No camera was found. ${INSTEAD}`
  return `The camera cannot be used right now. ${INSTEAD}`
}
