import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { BatchSummary } from './admin-batches.contract.ts'
import { adminBatchesQuery, adminBatchQuery } from './admin-batches.queries.ts'
import { BatchEditor } from './batch-editor.tsx'

const NewBatchDialog = lazy(() =>
  import('./new-batch-dialog.tsx').then(({ NewBatchDialog }) => ({ default: NewBatchDialog })),
)
const NEW = 'new'

export const loader = (queryClient: QueryClient, { id }: AdminSearch) =>
  id === undefined || id === NEW
    ? loadPages(queryClient, adminBatchesQuery)
    : queryClient.fetchQuery({ ...adminBatchQuery(id), staleTime: 0 })

export function AdminPage({ search: { id }, go }: AdminPageProps) {
  if (id === undefined || id === NEW) return <BatchList isBeginning={id === NEW} go={go} />
  return <BatchEditor key={id} id={id} onClose={() => go({ id: undefined })} />
}

function BatchList({ isBeginning, go }: { isBeginning: boolean; go: AdminPageProps['go'] }) {
  const { list, items: batches } = usePagedList(adminBatchesQuery)
  return (
    <section aria-label="Batches" className="grid gap-5">
      <Button size="small" onClick={() => go({ id: NEW })} className="justify-self-start">
        New batch
      </Button>
      <ItemList items={batches} empty="No batches yet. The first one starts with the usual stages.">
        {(batch) => <BatchRow key={batch.id} batch={batch} onEdit={() => go({ id: batch.id })} />}
      </ItemList>
      <LoadMore list={list} className="w-full sm:w-auto sm:justify-self-center">
        Show more batches
      </LoadMore>
      {isBeginning && (
        <Suspense>
          <NewBatchDialog
            batches={batches}
            onBegun={(begun) => go({ id: begun })}
            onClose={() => go({ id: undefined })}
          />
        </Suspense>
      )}
    </section>
  )
}

function BatchRow({ batch, onEdit }: { batch: BatchSummary; onEdit: () => void }) {
  const { batchId, ingredient, stage, completed, stages, isPublished, isSample } = batch
  return (
    <li className="grid gap-3 p-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1.6fr)_auto] lg:items-center lg:gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h2 className="font-sans font-semibold text-base tracking-normal [overflow-wrap:anywhere]">{batchId}</h2>
        <StatusBadge tone={isPublished ? 'ok' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</StatusBadge>
        {isSample && <StatusBadge tone="info-outlined">Sample</StatusBadge>}
      </div>
      <div className="text-small">
        <p className="[overflow-wrap:anywhere]">{ingredient}</p>
        <p className="text-cocoa-600">
          {stage}, {completed} of {stages} stages completed
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        onClick={onEdit}
        aria-label={`Edit and print ${batchId}`}
        className="justify-self-start"
      >
        Edit and print
      </Button>
    </li>
  )
}
