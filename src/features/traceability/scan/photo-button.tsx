import { type ChangeEvent, type ReactNode, useState } from 'react'
import { buttonClass } from '#src/ui/forms/button.tsx'
import type { ScanHandlers } from './camera-scan.tsx'
import { readCodeFromPhoto } from './code-reader.ts'

/** The photo is read in the browser and is not uploaded. */
export function PhotoButton({ onCode, onProblem, children }: ScanHandlers & { children: ReactNode }) {
  const [isReading, setReading] = useState(false)

  async function read({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const photo = input.files?.[0]
    if (!photo) return
    setReading(true)
    const code = await readCodeFromPhoto(photo).catch(() => undefined)
    setReading(false)
    // Lets the customer choose the same photo again.
    input.value = ''
    if (code) onCode(code)
    else onProblem(code === null ? 'There is no code in this photo.' : 'This photo cannot be read.')
  }
  return (
    <label
      aria-busy={isReading || undefined}
      className={`${buttonClass({ variant: 'secondary' })} relative cursor-pointer focus-within:outline-2 focus-within:outline-cocoa-900 focus-within:outline-offset-2`}
    >
      <input type="file" accept="image/*" onChange={read} className="sr-only" />
      {children}
    </label>
  )
}
