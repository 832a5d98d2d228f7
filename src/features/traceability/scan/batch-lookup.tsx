import ImageUp from 'lucide-react/icons/image-up'
import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import Search from 'lucide-react/icons/search'
import Square from 'lucide-react/icons/square'
import { type FormEvent, useRef, useState } from 'react'
import { parseScannedCode } from '#src/features/traceability/batch-values.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { CameraView } from './camera-scan.tsx'
import { PhotoButton } from './photo-button.tsx'

type FindBatchProps = {
  batchId: string | undefined
  publicUrl: string
  onFind: (batchId: string) => void
}

const NOT_OURS = 'This code is not one of ours.'

export function BatchLookup({ batchId, publicUrl, onFind }: FindBatchProps) {
  const [isScanning, setScanning] = useState(false)
  const [remark, setRemark] = useState('')
  const field = useRef<HTMLInputElement>(null)

  function handleCode(code: string): boolean {
    const foundId = parseScannedCode(code, [publicUrl, window.location.origin].map(originOf))
    setRemark(foundId ? `The code says ${foundId}.` : NOT_OURS)
    if (!foundId) return false
    setScanning(false)
    onFind(foundId)
    return true
  }
  function handleProblem(sentence: string) {
    setScanning(false)
    setRemark(sentence)
    field.current?.focus()
  }
  function toggle() {
    setRemark('')
    setScanning((was) => !was)
  }
  return (
    <section
      aria-labelledby="find-batch"
      className="cut mt-10 grid gap-8 bg-ivory p-6 cut-18 sm:p-9 lg:grid-cols-2 lg:gap-16"
    >
      <div className="grid content-start justify-items-start gap-5">
        <h2 id="find-batch" className="text-subtitle">
          Scan Product Code
        </h2>
        <p className="text-cocoa-600">
          The camera picture stays on this device. We only look for a code, and send nothing.
        </p>
        {isScanning && <CameraView onCode={handleCode} onProblem={handleProblem} />}
        <div className="flex flex-wrap gap-3">
          <Button onClick={toggle}>
            <Icon of={isScanning ? Square : ScanQrCode} />
            {isScanning ? 'Stop Scanning' : 'Scan QR Code'}
          </Button>
          <PhotoButton onCode={handleCode} onProblem={handleProblem}>
            <Icon of={ImageUp} />
            Scan from a photo
          </PhotoButton>
        </div>
        <p role="status" className="font-medium empty:hidden">
          {remark}
        </p>
      </div>
      <BatchForm batchId={batchId} field={field} onFind={onFind} />
    </section>
  )
}

type BatchFormProps = Pick<FindBatchProps, 'batchId' | 'onFind'> & { field: React.RefObject<HTMLInputElement | null> }

/** Works as a plain form before hydration: the page reads its address. */
function BatchForm({ batchId, field, onFind }: BatchFormProps) {
  const [typed, setTyped] = useState(batchId ?? '')
  const [shown, setShown] = useState(batchId)
  if (batchId !== shown) {
    setShown(batchId)
    setTyped(batchId ?? '')
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim()) onFind(typed.trim())
  }
  return (
    <form
      action="/traceability"
      onSubmit={submit}
      className="grid content-start gap-4 lg:border-line lg:border-l lg:pl-16"
    >
      <Field
        ref={field}
        label="Batch ID"
        name="batch"
        hint="It is printed under the code, for example GC-2026-114."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
      />
      <Button type="submit" variant="secondary" className="justify-self-start">
        <Icon of={Search} />
        Find this batch
      </Button>
    </form>
  )
}

function originOf(address: string): string {
  return new URL(address).origin
}

function Icon({ of: Drawing }: { of: typeof Search }) {
  return <Drawing aria-hidden="true" strokeWidth={1.5} className="size-5" />
}
