import type { LucideIcon } from 'lucide-react'
import Award from 'lucide-react/icons/award'
import Check from 'lucide-react/icons/check'
import Leaf from 'lucide-react/icons/leaf'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { formatFullDay } from '#src/core/dates.ts'
import { BatchStatusBadge } from '#src/features/traceability/batch-status-badge.tsx'
import { SUSTAINABILITY_LABELS } from '#src/features/traceability/batch-values.ts'
import type {
  Batch,
  Certification,
  QualityMetric,
  Sustainability,
} from '#src/features/traceability/traceability.contract.ts'

export function BatchDetails({ batch }: { batch: Batch }) {
  return (
    <>
      <Card title="Quality Metrics">
        <ul className="divide-y divide-line">
          {batch.qualityMetrics.map((metric) => (
            <Metric key={metric.parameter} metric={metric} />
          ))}
        </ul>
      </Card>
      <Card title="Certifications">
        <ul className="divide-y divide-line">
          {batch.certifications.map((certification) => (
            <Certificate key={certification.name} certification={certification} />
          ))}
        </ul>
      </Card>
      <Card title="Sustainability">
        <SustainabilityList of={batch.sustainability} />
      </Card>
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="cut bg-white p-6 cut-18">
      <h2 id={id} className="mb-2 text-heading">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Metric({ metric: { parameter, value, unit, optimal_range, status } }: { metric: QualityMetric }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-3">
      <span className="font-semibold text-small">{parameter}</span>
      <BatchStatusBadge of={status} />
      <span className="text-cocoa-600 text-small">
        <span className="tabular-nums">
          {value}
          {unit === '%' ? unit : ` ${unit}`}
        </span>{' '}
        (optimal {optimal_range})
      </span>
    </li>
  )
}

const ICONS: Record<Certification['icon'], LucideIcon> = {
  leaf: Leaf,
  people: Users,
  shield: ShieldCheck,
  award: Award,
}

function Certificate({ certification }: { certification: Certification }) {
  const { name, issuer, date, validUntil, status, icon } = certification
  const Icon = ICONS[icon]
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-3.5 py-3.5">
      <Icon aria-hidden="true" strokeWidth={1.25} className="mt-0.5 size-6 text-gold-700" />
      <div className="text-small">
        <p className="font-semibold">{name}</p>
        <p className="text-cocoa-600">{issuer}</p>
        <p className="text-cocoa-500 text-meta">
          {formatFullDay(date)} to {formatFullDay(validUntil)}
        </p>
      </div>
      <span>
        <BatchStatusBadge of={status} />
      </span>
    </li>
  )
}

function SustainabilityList({ of }: { of: Sustainability }) {
  const names = Object.keys(SUSTAINABILITY_LABELS) as (keyof Sustainability)[]
  return (
    <dl className="divide-y divide-line text-small">
      {names.map((name) => {
        const fact = of[name]
        return (
          <div key={name} className="flex items-baseline justify-between gap-6 py-3">
            <dt className="shrink-0 text-cocoa-600">{SUSTAINABILITY_LABELS[name]}</dt>
            <dd className="text-right font-semibold">{typeof fact === 'boolean' ? yesOrNo(fact) : fact}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function yesOrNo(is: boolean) {
  const Icon = is ? Check : X
  return (
    <span className={`inline-flex items-center gap-1.5 ${is ? 'text-ok' : 'text-cocoa-600'}`}>
      <Icon aria-hidden="true" className="size-4" />
      {is ? 'Yes' : 'No'}
    </span>
  )
}
