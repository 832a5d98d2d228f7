import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId } from 'react'
import { formatFullDay } from '#src/core/dates.ts'
import { findStaticImage } from '#src/core/images/static-images.ts'
import { BatchStatusBadge } from '#src/features/traceability/batch-status-badge.tsx'
import type { Stage } from '#src/features/traceability/traceability.contract.ts'
import { AUTO_SIZES_PREFIX, Picture } from '#src/ui/picture.tsx'

type StageRowProps = { stage: Stage; isSelected: boolean; onSelect: () => void }

export function StageRow({ stage, isSelected, onSelect }: StageRowProps) {
  const details = useId()
  const isDone = stage.status === 'completed'
  return (
    <li className="group relative pl-9 sm:pl-11">
      <span
        aria-hidden="true"
        className={`absolute top-0 bottom-0 left-2.75 w-px group-first:top-8 group-last:bottom-auto group-last:h-8 ${isDone ? 'bg-gold-500' : 'bg-line'}`}
      />
      <StationMark status={stage.status} />
      <h3 className="font-sans tracking-normal">
        <button
          type="button"
          aria-expanded={isSelected}
          aria-controls={details}
          onClick={onSelect}
          className="grid w-full grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-control px-3 py-3.5 text-left transition-colors duration-150 ease-house hover:bg-ivory aria-expanded:bg-ivory"
        >
          <span className="font-display text-heading">{stage.name}</span>
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.5}
            className={`size-5 justify-self-end transition-transform duration-150 ease-house ${isSelected ? 'rotate-180' : ''}`}
          />
          <span className="text-cocoa-600 text-small">
            {stage.location}, {stage.status === 'pending' && 'expected '}
            {formatFullDay(stage.date)}
          </span>
          <span className="justify-self-end max-sm:col-span-2 max-sm:justify-self-start">
            <BatchStatusBadge of={stage.status} />
          </span>
        </button>
      </h3>
      <div id={details} hidden={!isSelected} className="border-line border-b px-3 pt-4 pb-6">
        <StageDetails stage={stage} />
      </div>
    </li>
  )
}

const MARKS = {
  completed: 'border-gold-500 bg-gold-500',
  'in-progress': 'border-gold-500 bg-white',
  pending: 'border-line-strong bg-white',
} satisfies Record<Stage['status'], string>

function StationMark({ status }: Pick<Stage, 'status'>) {
  return (
    <span
      aria-hidden="true"
      className={`absolute top-6 left-1.25 grid size-3.25 rotate-45 place-items-center border-2 ${MARKS[status]}`}
    />
  )
}

function StageDetails({ stage }: { stage: Stage }) {
  const [longitude, latitude] = stage.coordinates
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-x-7 gap-y-5 sm:grid-cols-[1fr_minmax(0,240px)]">
        <p className="max-w-[41.1em]">{stage.description}</p>
        <StagePicture id={stage.id} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-small sm:grid-cols-3">
        <Detail name="Responsible">{stage.responsible}</Detail>
        <Detail name="Duration">{stage.duration}</Detail>
        <Detail name="Temperature">{stage.temperature}</Detail>
        <Detail name="Humidity">{stage.humidity}</Detail>
        <Detail name="Quality check">
          {stage.quality_check ? (
            <span className="inline-flex items-center gap-1.5 font-semibold text-ok">
              <Check aria-hidden="true" className="size-4" />
              Passed
            </span>
          ) : (
            'Not done yet'
          )}
        </Detail>
        <Detail name="Coordinates">
          {degrees(latitude, 'N', 'S')}, {degrees(longitude, 'E', 'W')}
        </Detail>
      </dl>
      {stage.notes && <p className="font-voice text-cocoa-600 italic">{stage.notes}</p>}
    </div>
  )
}

function StagePicture({ id }: Pick<Stage, 'id'>) {
  const picture = findStagePicture(id)
  return (
    picture && (
      <div className="cut cut-18 max-sm:order-first">
        <Picture
          {...picture}
          width={400}
          height={300}
          sizes={`${AUTO_SIZES_PREFIX}(min-width: 40rem) 240px, calc(100vw - 140px)`}
          className="aspect-4/3 w-full object-cover"
        />
      </div>
    )
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-cocoa-500 text-meta">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function degrees(value: number, positive: string, negative: string): string {
  // Keeps the degrees and the direction on one line.
  return `${Math.abs(value).toFixed(2)}°\u00a0${value < 0 ? negative : positive}`
}

const STAGE_PICTURES = new Map([
  ['harvest', { src: '/pictures/farm-harvest.webp', alt: 'Ripe cacao pods in yellow, red and green on their leaves' }],
  ['fermentation', { src: '/pictures/fermentation.webp', alt: 'Wet cacao beans heaped between broad green leaves' }],
  ['drying', { src: '/pictures/drying.webp', alt: 'Cacao beans spread on woven cloth to dry' }],
  ['shipping', { src: '/pictures/shipping.webp', alt: 'An open crate of cacao beans beside a tied parcel' }],
  ['roasting', { src: '/pictures/roasting.webp', alt: 'Roasted cacao beans in a brass bowl, nibs beside it' }],
  ['product', { src: '/pictures/final-product.webp', alt: 'A gift box with a gold ribbon, a dark bar and a ruby gem' }],
])

function findStagePicture(id: string) {
  const picture = STAGE_PICTURES.get(id)
  return picture && findStaticImage(picture.src) ? picture : undefined
}
