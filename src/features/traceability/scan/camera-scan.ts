import { createCodeReader } from './code-reader.ts'

const PAUSE_MS = 150

export type ScanHandlers = {
  /** A code was read. Answers true when it was the one, and then the scan rests. */
  onCode: (code: string) => boolean
  /** There is no picture, and why, for the person to read. */
  onProblem: (sentence: string) => void
}

/** Shows the camera in the video and reads codes from it until one fits. Gives back the function that ends it. */
export function startScan(video: HTMLVideoElement, events: ScanHandlers): () => void {
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
  // Whoever stopped while the browser still asked for permission has stopped.
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
  // Browsers hide their cameras from pages that are not served over https.
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
