import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { conflictMessage } from '#src/browser/http-client.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { SchemaForm } from '#src/ui/forms/schema-form.tsx'
import { type AdminBatch, BatchRecord, recordOf } from './admin-batches.contract.ts'
import { adminBatchQuery, changeBatch } from './admin-batches.queries.ts'
import { BATCH_FIELDS } from './batch-form.ts'
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

function RecordForm({ batch }: { batch: AdminBatch }) {
  const [record, setRecord] = useState(() => recordOf(batch))
  const [isPublished, setPublished] = useState(batch.isPublished)
  const queryClient = useQueryClient()
  const saving = useMutation(changeBatch)
  const problems = readFormErrors(saving.error)
  return (
    <SchemaForm
      className="gap-8"
      schema={BatchRecord}
      fields={BATCH_FIELDS}
      value={record}
      set={setRecord}
      errorOf={(path) => problems?.fields[`record.${path}`]}
      problem={problems?.message}
      save="Save Batch"
      isPending={saving.isPending}
      onSave={() => saving.mutate({ id: batch.id, version: batch.version, isPublished, record })}
      reload={
        conflictMessage(saving.error) !== undefined && {
          label: 'Show the current version',
          onClick: () => queryClient.invalidateQueries({ queryKey: adminBatchQuery(batch.id).queryKey }),
        }
      }
    >
      <CheckboxField
        label="Published: customers can see this batch"
        checked={isPublished}
        onChange={(event) => setPublished(event.target.checked)}
      />
    </SchemaForm>
  )
}
