import { type ReactNode, useEffect, useRef } from 'react'

type RefusalNoticeProps = {
  /** A new object for each refusal, so that each one gets the focus. */
  refusal: object | null
  children: ReactNode
}

/** Says what prevents an order. It takes the focus when the order was refused. */
export function RefusalNotice({ refusal, children }: RefusalNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) place.current?.focus()
  }, [refusal])
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="alert"
      className="grid scroll-mt-6 justify-items-start gap-3 border-warn border-l-2 bg-warn-tint px-5 py-4"
    >
      {children}
    </div>
  )
}
