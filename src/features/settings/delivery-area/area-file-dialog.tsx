import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '#src/browser/form-errors.ts'
import { counted } from '#src/core/words.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CsvFileChooser } from '#src/ui/forms/csv-file-chooser.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { AREA_FILE_TOO_LARGE, type AreaList, type AreaPlan, MAX_AREA_FILE_BYTES } from './delivery-area.contract.ts'
import { checkAreaFile, replaceAreaList } from './delivery-area.queries.ts'

const COLUMNS: Record<AreaList, string> = {
  pincodes: 'PIN code and Place',
  zones: 'PIN begins, Place, From days, To days, Price and Free from. An empty price is the usual price of the shop',
  exceptions: 'PIN begins, What the customer reads, and Rejects orders (yes or no)',
}

type AreaFileDialogProps = { list: AreaList; title: string; onClose: () => void }

/** Shows what a file would change, before it replaces the list. */
export function AreaFileDialog({ list, title, onClose }: AreaFileDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={`The columns are ${COLUMNS[list]}. The file replaces the whole list. You see what changes before anything is saved.`}
      size="wide"
    >
      <Upload list={list} onClose={onClose} />
    </Dialog>
  )
}

function Upload({ list, onClose }: Omit<AreaFileDialogProps, 'title'>) {
  const [file, setFile] = useState<File>()
  const checking = useMutation(checkAreaFile)
  const replacing = useMutation(replaceAreaList)
  const plan = replacing.data ?? checking.data
  const isTooLarge = file !== undefined && file.size > MAX_AREA_FILE_BYTES
  const error = replacing.error ?? checking.error
  function check(chosen: File) {
    setFile(chosen)
    replacing.reset()
    checking.reset()
    if (chosen.size <= MAX_AREA_FILE_BYTES) checking.mutate({ list, file: chosen })
  }
  const canReplace = plan && !plan.applied && plan.problems.count === 0 && changesOf(plan) > 0 && !replacing.isError
  return (
    <div className="grid gap-5">
      <div>
        <CsvFileChooser onChoose={check} />
      </div>
      {isTooLarge && <ErrorNote>{AREA_FILE_TOO_LARGE}</ErrorNote>}
      {error && <ErrorNote>{serverMessage(error) ?? 'The file could not be sent. Please try again.'}</ErrorNote>}
      <div role="status">
        {checking.isPending && 'We are checking the file…'}
        {plan && <p className="font-semibold">{summaryOf(plan)}</p>}
      </div>
      {plan && <Remarks title="To be fixed" remarks={plan.problems} isError />}
      {plan && <Remarks title="Named twice, and left out" remarks={plan.duplicates} />}
      <div className="flex flex-wrap gap-3">
        {canReplace && file && (
          <Button pending={replacing.isPending} onClick={() => replacing.mutate({ list, file, plan: plan.plan })}>
            Replace the list
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {plan?.applied ? 'Close' : 'Change nothing'}
        </Button>
      </div>
    </div>
  )
}

const changesOf = ({ added, changed, removed }: AreaPlan) => added + changed + removed

function summaryOf(plan: AreaPlan): string {
  const { applied, rows, added, changed, removed, problems } = plan
  if (problems.count > 0) return `${counted(problems.count, 'row')} with errors. Nothing is saved until they are fixed.`
  if (changesOf(plan) === 0) return `The list says the same already: ${counted(rows, 'row')}.`
  const figure = (count: number) => count.toLocaleString('en-IN')
  const figures = `${counted(rows, 'row')}: ${figure(added)} new, ${figure(changed)} changed, ${figure(removed)} removed`
  return applied ? `Done. ${figures}.` : `${figures}.`
}

type RemarksProps = { title: string; remarks: AreaPlan['problems']; isError?: boolean }

function Remarks({ title, remarks: { count, listed }, isError = false }: RemarksProps) {
  if (count === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="font-sans font-semibold text-small tracking-normal">{title}</h3>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto border border-line bg-white">
        {listed.map(({ line, text }) => (
          <li key={line} className="grid grid-cols-[auto_1fr] gap-x-4 px-4 py-2.5 text-small [overflow-wrap:anywhere]">
            <span className="text-cocoa-500 tabular-nums">Line {line}</span>
            <span className={isError ? 'text-err' : ''}>{text}</span>
          </li>
        ))}
      </ul>
      {count > listed.length && (
        <p className="text-cocoa-600 text-small">
          The first {listed.length} of {count.toLocaleString('en-IN')} are listed.
        </p>
      )}
    </section>
  )
}
