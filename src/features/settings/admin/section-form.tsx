import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { HttpError } from '#src/browser/http-client.ts'
import { openingQuery } from '#src/features/settings/opening/opening.queries.ts'
import type { Section, VersionedSection } from '#src/features/settings/settings.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ClaimsFields } from './claims-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import type { FieldsProps } from './fields-props.ts'
import { HoursFields } from './hours-fields.tsx'
import { PaymentsFields, RefundsFields, ShippingFields, SmsFields, SocialFields } from './misc-fields.tsx'
import { FounderFields, PoliciesFields } from './policies-fields.tsx'
import { changeSection, sectionQuery } from './settings-admin.queries.ts'
import { TaxFields } from './tax-fields.tsx'

const FIELDS: { [S in Section]: (props: FieldsProps<S>) => ReactNode } = {
  claims: ClaimsFields,
  hours: HoursFields,
  contact: ContactFields,
  policies: PoliciesFields,
  founder: FounderFields,
  social: SocialFields,
  shipping: ShippingFields,
  delivery: DeliveryFields,
  tax: TaxFields,
  payments: PaymentsFields,
  refunds: RefundsFields,
  sms: SmsFields,
}

export function SectionForm<S extends Section>({ section }: { section: S }) {
  const { data } = useSuspenseQuery(sectionQuery(section))
  return <VersionForm key={data.version} section={section} saved={data} />
}

function VersionForm<S extends Section>({ section, saved }: { section: S; saved: VersionedSection<S> }) {
  const [value, set] = useState(saved.value)
  const saving = useMutation(changeSection)
  const problems = readFormErrors(saving.error)
  const missing = useMissing(section)
  const isSaved = saved.version > 0 && value === saved.value
  const Fields: (props: FieldsProps<S>) => ReactNode = FIELDS[section]

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate({ section, version: saved.version, value })
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-6">
      <Fields
        value={value}
        set={set}
        wrong={(path) => problems?.fields[`value.${path}`] ?? (isSaved ? missing[path] : undefined)}
      />
      {problems && (
        <div role="alert" className="grid justify-items-start gap-3 bg-err-tint px-4 py-3 text-err">
          <p>{problems.message}</p>
          {isOutdated(saving.error) && <ShowNewest section={section} />}
        </div>
      )}
      <Button type="submit" pending={saving.isPending} className="w-full sm:w-auto sm:justify-self-start">
        Save Settings
      </Button>
    </form>
  )
}

/** What the opening checklist misses in this section, by field. */
function useMissing(section: Section): Partial<Record<string, string>> {
  const { data: opening } = useQuery(openingQuery)
  if (opening?.mode !== 'live') return {}
  const lacking = opening.items.filter((item) => item.section === section)
  return Object.fromEntries(lacking.flatMap(({ field, missing }) => (field && missing ? [[field, missing]] : [])))
}

const isOutdated = (error: Error | null) => error instanceof HttpError && error.status === 409

function ShowNewest({ section }: { section: Section }) {
  const queryClient = useQueryClient()
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => queryClient.invalidateQueries({ queryKey: sectionQuery(section).queryKey })}
    >
      Show the latest version
    </Button>
  )
}
