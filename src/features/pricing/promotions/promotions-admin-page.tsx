import { type QueryClient, useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { AdminPromotion } from './admin-promotions.contract.ts'
import { adminPromotionsQuery, endPromotion } from './admin-promotions.queries.ts'
import { daysText, discountText, PROMOTION_STATE_BADGES, usesText } from './promotion-texts.ts'

const PromotionDialog = lazy(() =>
  import('./promotion-dialog.tsx').then(({ PromotionDialog }) => ({ default: PromotionDialog })),
)
const NEW = 'new'

export const loader = (queryClient: QueryClient) => loadPages(queryClient, adminPromotionsQuery)

export function AdminPage({ search, go }: AdminPageProps) {
  const { list, items: promotions } = usePagedList(adminPromotionsQuery)
  const open = promotions.find(({ id }) => id === search.id)
  return (
    <section aria-label="Promotions" className="grid gap-5">
      <Button size="small" onClick={() => go({ id: NEW })} className="justify-self-start">
        New promotion
      </Button>
      <ItemList items={promotions} empty="There is no promo code yet. A new one works in every cart at once.">
        {(promotion) => (
          <PromotionRow key={promotion.id} promotion={promotion} onEdit={() => go({ id: promotion.id })} />
        )}
      </ItemList>
      <LoadMore list={list} className="w-full sm:w-auto sm:justify-self-center">
        Show more promotions
      </LoadMore>
      {(open || search.id === NEW) && (
        <Suspense>
          <PromotionDialog key={search.id} promotion={open} onClose={() => go({ id: undefined })} />
        </Suspense>
      )}
    </section>
  )
}

function PromotionRow({ promotion, onEdit }: { promotion: AdminPromotion; onEdit: () => void }) {
  const { name, tone } = PROMOTION_STATE_BADGES[promotion.state]
  return (
    <li className="grid gap-3 p-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.6fr)_minmax(0,1fr)_auto] lg:items-center lg:gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-sans font-semibold text-base tracking-normal [overflow-wrap:anywhere]">{promotion.code}</h2>
        <StatusBadge tone={tone}>{name}</StatusBadge>
      </div>
      <div className="text-small">
        <p>{discountText(promotion)}</p>
        <p className="text-cocoa-600">{daysText(promotion)}</p>
      </div>
      <p className="text-small tabular-nums">{usesText(promotion)}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onEdit} aria-label={`Edit ${promotion.code}`}>
          Edit
        </Button>
        {(promotion.state !== 'ended' || !promotion.everUsed) && <EndButton promotion={promotion} />}
      </div>
    </li>
  )
}

/** A promotion that was ever used is ended, any other deleted; the dialog says which. */
function EndButton({ promotion }: { promotion: AdminPromotion }) {
  const { mutate, isPending } = useMutation(endPromotion)
  const { code, everUsed } = promotion
  const question = everUsed
    ? `End ${code} now? Orders that used it keep their discount; no one else can use it.`
    : `Delete ${code}? No order has ever used it.`
  return (
    <Button
      variant="secondary"
      size="small"
      pending={isPending}
      aria-label={`${everUsed ? 'End' : 'Delete'} ${code}`}
      onClick={() => window.confirm(question) && mutate(promotion)}
    >
      {everUsed ? 'End' : 'Delete'}
    </Button>
  )
}
