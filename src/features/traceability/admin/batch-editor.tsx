import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { HttpError } from '#src/browser/http-client.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import type { AdminBatch, BatchRecord } from './admin-batches.contract.ts'
import { adminBatchQuery, changeBatch } from './admin-batches.queries.ts'
import { BatchFields } from './batch-fields.tsx'
import { LabelsForm } from './labels-form.tsx'

type BatchEditorProps = { id: string; onClose: () => void }

export function BatchEditor({ id, onClose }: BatchEditorProps) {
  const { data: batch } = useSuspenseQuery(adminBatchQuery(id))
  return (
    <section aria-labelledby="batch" className="grid max-w-3xl gap-6">
      <Button variant="link" onClick={onClose} className="justify-self-start">
        All batches
      </Button>
      {batch ? (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
            <h2 id="batch" className="text-heading">
              {batch.batchId}
            </h2>
            {batch.isPublished && (
              <Link to="/traceability" search={{ batch: batch.batchId }} className={buttonClass({ variant: 'link' })}>
                View public page
              </Link>
            )}
          </div>
          <LabelsForm batch={batch} />
          <RecordForm key={batch.version} batch={batch} />
        </>
      ) : (
        <p id="batch">Batch not found.</p>
      )}
    </section>
  )
}

/** Remounts with every version of the record. */
function RecordForm({ batch }: { batch: AdminBatch }) {
  const [record, setRecord] = useState(() => recordOf(batch))
  const [isPublished, setPublished] = useState(batch.isPublished)
  const saving = useMutation(changeBatch)
  const problems = readFormErrors(saving.error)
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate({ id: batch.id, version: batch.version, isPublished, record })
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-8">
      <BatchFields record={record} set={setRecord} errorOf={(path) => problems?.fields[`record.${path}`]} />
      <CheckboxField
        label="Published: customers can see this batch"
        checked={isPublished}
        onChange={(event) => setPublished(event.target.checked)}
      />
      {problems && (
        <div role="alert" className="grid justify-items-start gap-3 bg-err-tint px-4 py-3 text-err">
          <p>{problems.message}</p>
          {saving.error instanceof HttpError && saving.error.status === 409 && <ShowNewest id={batch.id} />}
        </div>
      )}
      <Button type="submit" pending={saving.isPending} className="w-full sm:w-auto sm:justify-self-start">
        Save Batch
      </Button>
    </form>
  )
}

function ShowNewest({ id }: { id: string }) {
  const queryClient = useQueryClient()
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => queryClient.invalidateQueries({ queryKey: adminBatchQuery(id).queryKey })}
    >
      Show the current version
    </Button>
  )
}

function recordOf(batch: AdminBatch): BatchRecord {
  const { ingredient, currentStage, stages, certifications, qualityMetrics, sustainability } = batch
  return { ingredient, currentStage, stages, certifications, qualityMetrics, sustainability }
}
