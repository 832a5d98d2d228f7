import { type QueryClient, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { MoveButtons, moveItem } from '#src/ui/forms/move-buttons.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { AdminCategory } from './categories.contract.ts'
import { adminCategoriesQuery, hideCategory, orderCategories } from './categories.queries.ts'
import { NEW_CATEGORY, parseOpenCategory, productCountText, toDeletionId } from './category-input.ts'

const CategoryDialog = lazy(() =>
  import('./category-dialog.tsx').then(({ CategoryDialog }) => ({ default: CategoryDialog })),
)
const DeleteCategoryDialog = lazy(() =>
  import('./delete-category-dialog.tsx').then((module) => ({ default: module.DeleteCategoryDialog })),
)

export const loader = (queryClient: QueryClient) => queryClient.fetchQuery({ ...adminCategoriesQuery, staleTime: 0 })

export function AdminPage({ search, go }: AdminPageProps) {
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const ordering = useMutation(orderCategories)
  const [moved, setMoved] = useState('')
  function move(index: number, by: -1 | 1) {
    if (ordering.isPending) return
    const wanted = moveItem(categories, index, index + by)
    const name = categories[index]?.name
    ordering.mutate(
      wanted.map(({ id }) => id),
      { onSuccess: () => setMoved(`${name} is now number ${index + by + 1} of ${categories.length}.`) },
    )
  }
  return (
    <section aria-label="Categories" className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button size="small" onClick={() => go({ id: NEW_CATEGORY })}>
          New category
        </Button>
        <p className="text-cocoa-600 text-small">Customers see the categories in this order.</p>
      </div>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ItemList
        items={categories.map((category, index) => ({ category, index }))}
        empty="There is no category yet. A product needs one."
      >
        {({ category, index }) => (
          <CategoryRow key={category.id} category={category} go={go}>
            <MoveButtons
              name={category.name}
              index={index}
              count={categories.length}
              onMove={(by) => move(index, by)}
            />
          </CategoryRow>
        )}
      </ItemList>
      <Suspense>
        <OpenDialog categories={categories} search={search} onClose={() => go({ id: undefined })} />
      </Suspense>
    </section>
  )
}

type OpenDialogProps = { categories: AdminCategory[]; search: AdminSearch; onClose: () => void }

function OpenDialog({ categories, search: { id }, onClose }: OpenDialogProps) {
  const open = parseOpenCategory(id)
  const category = categories.find((one) => one.id === open.category)
  if (id === NEW_CATEGORY) return <CategoryDialog key={id} category={undefined} onClose={onClose} />
  if (!category) return null
  if (open.isDeletion) return <DeleteCategoryDialog key={id} category={category} all={categories} onClose={onClose} />
  return <CategoryDialog key={id} category={category} onClose={onClose} />
}

type CategoryRowProps = Pick<AdminPageProps, 'go'> & { category: AdminCategory; children: ReactNode }

function CategoryRow({ category, go, children }: CategoryRowProps) {
  const { id, name, description, imageUrl, hidden } = category
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 p-4">
      <div className="flex min-w-60 flex-1 items-center gap-4">
        <Picture src={imageUrl} alt="" width={64} height={64} className="cut size-16 shrink-0 object-cover cut-10" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-[1.0625rem] leading-tight [overflow-wrap:anywhere]">{name}</h2>
            {hidden && <StatusBadge tone="neutral">Hidden</StatusBadge>}
          </div>
          <p className="text-small">{productCountText(category)}</p>
          {description && <p className="line-clamp-1 text-cocoa-600 text-small">{description}</p>}
        </div>
      </div>
      <div className="flex">
        {children}
        <HideButton category={category} />
        <IconButton label={`Edit ${name}`} onClick={() => go({ id: String(id) })}>
          <Pencil {...ICON} />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={() => go({ id: toDeletionId(id) })}>
          <Trash2 {...ICON} />
        </IconButton>
      </div>
    </li>
  )
}

const ICON = { 'aria-hidden': true, strokeWidth: 1.5, className: 'size-5' } as const

function HideButton({ category: { id, name, hidden } }: { category: AdminCategory }) {
  const { mutate, isPending } = useMutation(hideCategory)
  const Icon = hidden ? Eye : EyeOff
  return (
    <IconButton
      label={`${hidden ? 'Show' : 'Hide'} ${name}`}
      disabled={isPending}
      onClick={() => mutate({ id, hidden: !hidden })}
    >
      <Icon {...ICON} />
    </IconButton>
  )
}
