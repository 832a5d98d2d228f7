import { lazy, type ReactNode, Suspense, useState } from 'react'
import { quoteSlaText } from '#src/features/custom-orders/custom-order-options.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'

const loadBuilder = () => import('./chocolate-builder.tsx').then((module) => ({ default: module.ChocolateBuilder }))
const ChocolateBuilder = lazy(loadBuilder)

/** Shows only a button at first; the builder's script loads on hover, focus or press. */
export function BuilderSection() {
  const [isStarted, setStarted] = useState(false)
  return (
    <section
      id="custom-chocolate"
      aria-labelledby="custom-chocolate-title"
      className="render-near on-dark bg-[url(/facets.svg)] bg-cocoa-900 bg-size-[120px] bg-center text-pearl"
    >
      <div className="wrap py-16 sm:py-24">
        {isStarted ? (
          <Suspense fallback={<Intro />}>
            <ChocolateBuilder intro={<Intro />} />
          </Suspense>
        ) : (
          <div className="grid items-center gap-10 lg:grid-cols-[1fr_1.15fr] lg:gap-24">
            <Intro>
              <Button
                variant="gold"
                onPointerEnter={() => void loadBuilder()}
                onFocus={() => void loadBuilder()}
                onClick={() => setStarted(true)}
              >
                Let's Start Preparing Yours
              </Button>
            </Intro>
            <div className="cut cut-28">
              <Picture src="/custom-chocolate.svg" alt="" width={864} height={648} className="aspect-4/3 w-full" />
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

function Intro({ children }: { children?: ReactNode }) {
  const { quotesBySms } = usePublicSettings()
  return (
    <div className="grid justify-items-start gap-5.5">
      <p className="eyebrow text-gold-300">Made to order</p>
      <h2 id="custom-chocolate-title" className="text-title">
        Compose a chocolate that is only yours
      </h2>
      <p className="max-w-[29.5em] text-lead text-on-dark-muted">
        Choose flavor, strength, ingredients and design. {quoteSlaText(quotesBySms)}
      </p>
      {children}
    </div>
  )
}
