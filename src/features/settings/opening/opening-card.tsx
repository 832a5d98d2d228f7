import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { type FormEvent, useState } from 'react'
import { openingQuery, openShop } from '#src/features/settings/admin/settings-admin.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { CLOSED_SHOP_BANNER_ID, type Opening } from './opening.contract.ts'

const REFRESH_MS = 15_000

export function OpeningCard() {
  const { data: opening } = useSuspenseQuery({
    ...openingQuery,
    refetchInterval: ({ state }) => (state.data?.webhookProblem ? REFRESH_MS : false),
  })
  const { mode, isOpen, webhookProblem } = opening
  const items = isOpen ? opening.items.filter(({ name }) => name !== 'sent-email') : opening.items
  const missing = items.filter((item) => item.missing !== null)
  if (mode === 'demo') return null
  if (!isOpen) return <Checklist items={items} webhookProblem={webhookProblem} />
  return (
    <>
      {missing.length > 0 && <MissingItems missing={missing} of={items.length} />}
      {webhookProblem && <Warning>{webhookProblem}</Warning>}
    </>
  )
}

type Items = Opening['items']

const Warning = ({ children }: { children: string }) => <p className="bg-warn-tint px-4 py-3 text-warn">{children}</p>

function Checklist({ items, webhookProblem }: Pick<Opening, 'items' | 'webhookProblem'>) {
  const done = items.filter(({ missing }) => missing === null).length
  const isReady = done === items.length
  return (
    <section aria-labelledby="opening" className="grid gap-5 border-gold-500 border-t-2 bg-white p-5 sm:p-7">
      <div className="grid gap-2">
        <h2 id="opening" className="text-heading">
          Opening: {done} of {items.length}
        </h2>
        <p className="max-w-[65ch] text-cocoa-600">
          Customers see a page that says “We open soon”. You see the whole shop, and can buy in it to try the payment.
        </p>
        <Progress done={done} of={items.length} />
      </div>
      <ItemList items={items} />
      {webhookProblem && <Warning>{webhookProblem}</Warning>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <OpenButton isReady={isReady} notes={items.flatMap(({ note }) => note ?? [])} />
        <Link to="/" reloadDocument className={buttonClass({ variant: 'link' })}>
          Look at the shop
        </Link>
        {!isReady && (
          <p id="why-closed" className="w-full text-cocoa-600 text-small">
            {waitsFor(items.length - done)}
          </p>
        )}
      </div>
    </section>
  )
}

const waitsFor = (count: number) =>
  count === 1
    ? 'One thing is missing. Then you can open the shop.'
    : `${count} things are missing. Then you can open the shop.`

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div aria-hidden="true" className="flex gap-3 py-1.5 pl-0.5">
      {Array.from({ length: of }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks are alike and never change places.
        <DiamondMark key={nth} className={`size-2.5 ${nth < done ? 'bg-gold-500' : 'border border-line-strong'}`} />
      ))}
    </div>
  )
}

const isDone = ({ missing, note }: Items[number]) => missing === null && !note

function ItemList({ items }: { items: Items }) {
  return (
    <ul className="grid border-line border-t">
      {items.map((item) => (
        <li
          key={item.name}
          className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-3 border-line border-b py-3 sm:grid-cols-[1.5rem_11rem_1fr_auto]"
        >
          {item.missing === null ? (
            <Check aria-hidden="true" strokeWidth={2} className="size-4.5 translate-y-0.5 text-ok" />
          ) : (
            <DiamondMark className="ml-1 size-2 border border-warn" />
          )}
          <span className="font-semibold">{item.title}</span>
          <span className={`text-small max-sm:col-start-2 ${isDone(item) ? 'text-ok' : 'text-cocoa-600'}`}>
            {item.missing ?? item.note ?? 'Done'}
          </span>
          {!isDone(item) && <ItemLink item={item} />}
        </li>
      ))}
    </ul>
  )
}

function pageOf({ name, section, missing }: Items[number]) {
  if (name === 'sent-email') return { label: 'See messages', search: { view: 'messages' } }
  if (name !== 'food-facts') return { label: 'Set it', search: { view: 'settings', id: section ?? undefined } }
  if (missing === null) return { label: 'Add products', search: { tab: 'products' } }
  return { label: 'Set it', search: { tab: 'products', status: 'incomplete' } }
}

function ItemLink({ item }: { item: Items[number] }) {
  const { label, search } = pageOf(item)
  return (
    <Link
      to="/admin"
      search={search}
      aria-label={`${label}: ${item.title}`}
      className="-my-2 inline-flex min-h-11 items-center font-semibold text-small underline underline-offset-4 max-sm:col-start-2"
    >
      {label}
    </Link>
  )
}

/** The server rendered this banner into the first page (preview-banner.server.ts). */
const removeBanner = () => document.getElementById(CLOSED_SHOP_BANNER_ID)?.remove()

const FINAL =
  'From then on everyone can see it and buy. You cannot close it again here. What the checklist asks for can be changed then, but not cleared.'

function OpenButton({ isReady, notes }: { isReady: boolean; notes: string[] }) {
  const [isConfirming, setConfirming] = useState(false)
  const opening = useMutation(openShop)
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!opening.isPending)
      opening.mutate(undefined, { onSuccess: removeBanner, onSettled: () => setConfirming(false) })
  }
  return (
    <>
      <Button
        disabled={!isReady}
        aria-describedby={isReady ? undefined : 'why-closed'}
        onClick={() => setConfirming(true)}
      >
        Open the shop
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Open the shop?"
        description={[FINAL, ...notes].join(' ')}
      >
        <form onSubmit={open}>
          <DialogActions pending={opening.isPending} onClose={() => setConfirming(false)}>
            Open the shop
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}

/** A shop that sold before the checklist existed stays open, but the legal requirements still apply. */
function MissingItems({ missing, of }: { missing: Items; of: number }) {
  return (
    <section aria-labelledby="opening" className="grid gap-4 border border-warn bg-warn-tint/40 p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="opening" className="text-heading">
          The shop is open, and {missing.length} of {of} facts are missing
        </h2>
        <p className="text-cocoa-600">A seller of food must name them. Please set them soon.</p>
      </div>
      <ItemList items={missing} />
    </section>
  )
}
