/** A still block in the place of what is being loaded; the caller says once, in words, that something is. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-control bg-ivory ${className}`} />
}
