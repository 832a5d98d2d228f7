import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { counted } from '#src/core/words.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import type { AreaList } from './delivery-area.contract.ts'
import { areaCountsQuery, areaFilePath } from './delivery-area.queries.ts'

const AreaFileDialog = lazy(() =>
  import('./area-file-dialog.tsx').then((module) => ({ default: module.AreaFileDialog })),
)
const ServeEverywhereDialog = lazy(() =>
  import('./serve-everywhere-dialog.tsx').then((module) => ({ default: module.ServeEverywhereDialog })),
)

type Card = { list: AreaList; title: string; text: string; countOf: (rows: number) => string }

const CARDS: Card[] = [
  {
    list: 'pincodes',
    title: 'PIN codes that the courier serves',
    text: 'Couriers send this list as a file with the columns “PIN code” and “Place”. While there is one, orders to other PIN codes are refused; pickup and delivery on the same day stay possible.',
    countOf: (rows) =>
      rows === 0 ? 'No list: it refuses no PIN code.' : `Parcels go to ${counted(rows, 'PIN code')}.`,
  },
  {
    list: 'zones',
    title: 'Places and their prices',
    text: 'The places above as a file, to change many at once.',
    countOf: (rows) => counted(rows, 'place'),
  },
  {
    list: 'exceptions',
    title: 'Exceptions',
    text: 'The exceptions above as a file.',
    countOf: (rows) => counted(rows, 'exception'),
  },
]

export function DeliveryAreaCards() {
  const { data: counts } = useQuery(areaCountsQuery)
  return (
    <section aria-labelledby="area-files" className="grid gap-4 border-line border-t pt-8">
      <h2 id="area-files" className="text-heading">
        Lists as files
      </h2>
      {counts && CARDS.map((card) => <AreaCard key={card.list} card={card} rows={counts[card.list]} />)}
    </section>
  )
}

function AreaCard({ card: { list, title, text, countOf }, rows }: { card: Card; rows: number }) {
  const [open, setOpen] = useState<'file' | 'everywhere' | null>(null)
  const close = () => setOpen(null)
  return (
    <section aria-label={title} className="grid gap-3 border border-line bg-white p-4 sm:p-5">
      <h3 className="font-sans font-semibold tracking-normal">{title}</h3>
      <p className="max-w-[60ch] text-cocoa-600 text-small">{text}</p>
      <p role="status" className="font-semibold text-small">
        {countOf(rows)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" aria-label={`Upload CSV: ${title}`} onClick={() => setOpen('file')}>
          Upload CSV
        </Button>
        {rows > 0 && (
          <a
            href={areaFilePath(list)}
            aria-label={`Download CSV: ${title}`}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            Download CSV
          </a>
        )}
        {list === 'pincodes' && rows > 0 && (
          <Button variant="link" className="min-h-11 text-small" onClick={() => setOpen('everywhere')}>
            Deliver everywhere again
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'file' && <AreaFileDialog list={list} title={title} onClose={close} />}
        {open === 'everywhere' && <ServeEverywhereDialog rows={rows} onClose={close} />}
      </Suspense>
    </section>
  )
}
