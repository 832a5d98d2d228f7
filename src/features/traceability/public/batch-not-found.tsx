import { Link } from '@tanstack/react-router'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

export function JourneyLoading() {
  return (
    <div className="mt-10 grid gap-6">
      <p className="text-cocoa-600">Loading traceability data...</p>
      <div className="grid gap-8 lg:grid-cols-[1fr_380px] lg:gap-10">
        <Skeleton className="h-130" />
        <Skeleton className="h-130" />
      </div>
    </div>
  )
}

export function BatchNotFound({ batchId }: { batchId: string | undefined }) {
  return (
    <EmptyState
      title={batchId ? 'We do not know this batch.' : 'There is no batch to show yet.'}
      text={
        batchId && (
          <>
            No record has the ID <strong className="[overflow-wrap:anywhere]">{batchId}</strong>. Please compare it with
            the label, or ask us.
          </>
        )
      }
      action={
        <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
          Ask the studio
        </Link>
      }
    />
  )
}

export function JourneyLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title="This journey could not be loaded."
        text="The connection may be gone for a moment."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
