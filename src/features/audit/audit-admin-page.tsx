import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { getPage } from '#src/browser/http-client.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { AuditEntry, AuditListParams } from '#src/features/audit/audit.contract.ts'
import { AUDIT_ENTITIES } from '#src/features/audit/audit-entities.ts'
import {
  type ChangedField,
  describeChange,
  describeEntity,
  ENTITY_LABELS,
  listChangedFields,
} from '#src/features/audit/audit-labels.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'

/** The `status` filter of an admin page's address is the entity here. */
const pageOf = ({ status, id, cursor }: AdminSearch) => ({
  entity: AUDIT_ENTITIES.find((entity) => entity === status),
  id,
  cursor,
})

export const loader = (queryClient: QueryClient, search: AdminSearch) =>
  queryClient.fetchQuery({ ...auditLogQuery(pageOf(search)), staleTime: 0 })

export function AdminPage({ search, go }: AdminPageProps) {
  const { data: page } = useSuspenseQuery(auditLogQuery(pageOf(search)))
  const older = page.next && (new URL(page.next, 'http://shop').searchParams.get('cursor') ?? undefined)
  return (
    <div className="grid gap-6">
      <AuditFilter search={search} go={go} />
      {page.items.length === 0 ? (
        <p className="border border-line bg-white p-6 text-cocoa-600">No matching entries.</p>
      ) : (
        <ol className="divide-y divide-line border border-line bg-white">
          {page.items.map((entry) => (
            <ChangeRow key={entry.id} entry={entry} go={go} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-3">
        {search.cursor && (
          <Button variant="secondary" size="small" onClick={() => go({ cursor: undefined })}>
            Newest changes
          </Button>
        )}
        {older && (
          <Button variant="secondary" size="small" onClick={() => go({ cursor: older })}>
            Older changes
          </Button>
        )}
      </div>
    </div>
  )
}

function AuditFilter({ search, go }: AdminPageProps) {
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget).get('id')).trim()
    go({ id: id || undefined, cursor: undefined })
  }
  return (
    <form onSubmit={find} className="grid items-end gap-4 sm:grid-cols-[14rem_minmax(0,22rem)_auto] sm:justify-start">
      <SelectField
        label="What"
        value={search.status ?? ''}
        onChange={(event) => go({ status: event.target.value || undefined, cursor: undefined })}
      >
        <option value="">Everything</option>
        {AUDIT_ENTITIES.map((entity) => (
          <option key={entity} value={entity}>
            {ENTITY_LABELS[entity]}
          </option>
        ))}
      </SelectField>
      <Field key={search.id} label="Which one" name="id" defaultValue={search.id} maxLength={200} />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  )
}

function ChangeRow({ entry, go }: { entry: AuditEntry; go: AdminPageProps['go'] }) {
  const { entity, entityId, by, at } = entry
  return (
    <li className="grid gap-x-8 gap-y-2 p-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 className="font-sans font-semibold text-base tracking-normal">{describeChange(entry)}</h2>
        <button
          type="button"
          onClick={() => go({ status: entity, id: entityId, cursor: undefined })}
          className="-my-1 min-h-11 text-left text-small underline underline-offset-4 [overflow-wrap:anywhere] hover:text-gold-700"
        >
          All changes of {describeEntity(entry)}
        </button>
        <p className="text-cocoa-600 text-meta [overflow-wrap:anywhere]">
          <time dateTime={at}>{formatDayAndTime(at)}</time>, {by}
        </p>
      </div>
      <dl className="grid content-start gap-2 text-small">
        {listChangedFields(entry).map((changed) => (
          <FieldChange key={changed.field} {...changed} />
        ))}
      </dl>
    </li>
  )
}

function FieldChange({ field, before, after }: ChangedField) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-cocoa-600">{field}</dt>
      <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
        {before !== undefined && <del className={after === undefined ? '' : 'text-cocoa-600'}>{before}</del>}
        {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
        {after !== undefined && <ins className="font-medium no-underline">{after}</ins>}
      </dd>
    </div>
  )
}

export const auditLogQuery = (page: Pick<AuditListParams, 'entity' | 'id' | 'cursor'>) => {
  const given = Object.entries(page).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const path = `/api/admin/audit?${new URLSearchParams(given)}`
  return queryOptions({ queryKey: [path], queryFn: () => getPage<AuditEntry>(path) })
}
