import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '#src/browser/form-errors.ts'
import { isAbortError } from '#src/browser/upload-file.ts'
import { importProducts } from '#src/features/catalog/admin/admin-products.queries.ts'
import { UploadProgress, useUpload } from '#src/features/catalog/images/upload-progress.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { CsvFileChooser } from '#src/ui/forms/csv-file-chooser.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from './csv-format.ts'
import { ImportPreview } from './import-preview.tsx'
import type { ImportPlan } from './product-import.contract.ts'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import CSV"
      description="Use the columns of the downloaded file; you can leave some out. Rows are matched by SKU. What is not in the file stays as it is, and so does what is blank, except that a blank description or picture is removed. Leave the stock out unless you counted it: it replaces the stock of today, with all that was sold since the download. You see a preview before anything changes."
      size="wide"
    >
      <Import onClose={onClose} />
    </Dialog>
  )
}

function Import({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const looking = useMutation(importProducts)
  const applying = useMutation(importProducts)
  const sending = useUpload()
  const isBusy = looking.isPending || applying.isPending
  const plan: ImportPlan | undefined = applying.data ?? looking.data
  const failure = failureIn(applying.error ?? looking.error)

  function look(chosen: File) {
    setFile(chosen)
    applying.reset()
    looking.mutate({ file: chosen, ...sending.begin() })
  }
  function apply() {
    if (file && plan) applying.mutate({ file, plan: plan.plan, ...sending.begin() })
  }
  return (
    <div className="grid gap-5">
      {isBusy ? (
        <UploadProgress what="File" part={sending.part} onCancel={sending.cancel} />
      ) : (
        <FileChooser onChoose={look} />
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {plan && !looking.isPending && <ImportPreview plan={plan} />}
      {plan && !isBusy && <ImportActions plan={plan} canApply={!applying.isError} onApply={apply} onClose={onClose} />}
    </div>
  )
}

function FileChooser({ onChoose }: { onChoose: (file: File) => void }) {
  const [tooLarge, setTooLarge] = useState(false)
  function choose(file: File) {
    setTooLarge(file.size > MAX_IMPORT_BYTES)
    if (file.size <= MAX_IMPORT_BYTES) onChoose(file)
  }
  return (
    <div>
      <CsvFileChooser onChoose={choose} />
      {tooLarge && (
        <p role="alert" className="mt-3 text-err text-small">
          {IMPORT_TOO_LARGE}
        </p>
      )}
    </div>
  )
}

type ImportActionsProps = { plan: ImportPlan; canApply: boolean; onApply: () => void; onClose: () => void }

function ImportActions({ plan, canApply, onApply, onClose }: ImportActionsProps) {
  const changes = plan.creates + plan.updates
  if (plan.applied || changes === 0 || plan.problems > 0 || !canApply)
    return (
      <Button variant="secondary" onClick={onClose} className="sm:justify-self-start">
        Close
      </Button>
    )
  return (
    <div className="sticky -bottom-4 grid border-line border-t bg-pearl py-3 sm:-bottom-8">
      <Button onClick={onApply} className="sm:justify-self-start">
        {changes === 1 ? 'Apply this change' : `Apply these ${changes.toLocaleString('en-IN')} changes`}
      </Button>
    </div>
  )
}

function failureIn(error: Error | null): string | undefined {
  if (!error) return undefined
  if (isAbortError(error)) return 'Cancelled. Please check in the list that nothing was changed.'
  return serverMessage(error) ?? 'The file could not be sent. Please try again.'
}
