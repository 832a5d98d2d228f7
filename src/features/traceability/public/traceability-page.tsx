import { queryOptions, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { getJson, nullOn404 } from '#src/browser/http-client.ts'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { ogImageTags, pageHead } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { BatchLookup } from '#src/features/traceability/scan/batch-lookup.tsx'
import type { Batch } from '#src/features/traceability/traceability.contract.ts'
import { BatchDetails } from './batch-details.tsx'
import { BatchNotFound, JourneyLoadError, JourneyLoading } from './batch-not-found.tsx'
import { Journey } from './journey.tsx'
import { JourneyMap } from './journey-map.tsx'

const batchQuery = (batchId?: string) =>
  queryOptions<Batch | null>({
    queryKey: batchId === undefined ? ['/api/trace'] : ['/api/trace', batchId],
    queryFn: () =>
      getJson<Batch>(batchId === undefined ? '/api/trace' : `/api/trace/${encodeURIComponent(batchId)}`).catch(
        nullOn404,
      ),
  })

export const Route = createFileRoute('/traceability')({
  staticData: { canonical: 'own' },
  validateSearch: ({ batch }: Record<string, unknown>): { batch?: string } => {
    const typed = typeof batch === 'string' ? batch.trim().slice(0, 100) : ''
    return typed ? { batch: typed } : {}
  },
  loaderDeps: ({ search: { batch } }) => ({ batch }),
  loader: async ({ context: { queryClient }, deps }) => {
    const journey = queryClient.prefetchQuery(batchQuery(deps.batch))
    // The server renders the finished page; the browser shows a loading state.
    if (import.meta.env.SSR) await journey
    const { publicUrl } = await queryClient.ensureQueryData(shopInfoQuery)
    return { publicUrl, head: traceabilityHead({ publicUrl, batch: deps.batch }) }
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: TraceabilityPage,
})

const DESCRIPTION =
  'Follow a batch from the farm to the studio: every stage, its certificates, and what it cost the earth.'

function traceabilityHead({ publicUrl, batch }: { publicUrl: string; batch?: string }) {
  const title = `${batch ? `Batch ${batch}` : 'Ingredient Traceability'} · ${SHOP_NAME}`
  const url = new URL('/traceability', publicUrl)
  if (batch) url.searchParams.set('batch', batch)
  return pageHead(
    { title, description: DESCRIPTION, url: url.href },
    batch ? ogImageTags(`batch/${encodeURIComponent(batch)}`, { publicUrl, alt: title }) : [],
  )
}

function TraceabilityPage() {
  const { batch: batchId } = Route.useSearch()
  const { publicUrl } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      <div className="grid max-w-152 gap-4">
        <p className="eyebrow">From the farm to the studio</p>
        <h1 className="text-title">Ingredient Traceability</h1>
        <p className="text-cocoa-600 text-lead">
          Every batch has a number. Scan the code on a box, or type the number, to see its journey.
        </p>
      </div>
      <BatchLookup
        batchId={batchId}
        publicUrl={publicUrl}
        onFind={(batch) => navigate({ search: { batch }, resetScroll: false })}
      />
      <RequestedBatch batchId={batchId} />
    </main>
  )
}

function RequestedBatch({ batchId }: { batchId: string | undefined }) {
  const { data: batch, isPending, isError, refetch } = useQuery(batchQuery(batchId))
  return (
    <>
      {/* Always mounted: screen readers may miss text in a live region that appears together with it. */}
      <p role="status" className="sr-only">
        {batchId && batch && `This is batch ${batch.batchId}.`}
        {batchId && batch === null && `There is no batch ${batchId}.`}
      </p>
      {isPending && <JourneyLoading />}
      {isError && <JourneyLoadError onRetry={refetch} />}
      {batch === null && <BatchNotFound batchId={batchId} />}
      {batch && <WholeBatch batch={batch} />}
    </>
  )
}

function WholeBatch({ batch }: { batch: Batch }) {
  return (
    <div className="mt-10 grid items-start gap-8 lg:grid-cols-[1fr_380px] lg:gap-10">
      <div className="grid gap-6">
        <JourneyMap stages={batch.stages} />
        <Journey key={batch.id} batch={batch} />
      </div>
      <div className="grid items-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <BatchDetails batch={batch} />
      </div>
    </div>
  )
}
