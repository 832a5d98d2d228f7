import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { conflictMessage } from '#src/browser/http-client.ts'
import {
  SECTIONS,
  type Section,
  type Settings,
  type VersionedSection,
} from '#src/features/settings/settings.contract.ts'
import { SchemaForm } from '#src/ui/forms/schema-form.tsx'
import { SECTION_FORMS } from './section-forms.tsx'
import { changeSection, openingQuery, sectionQuery } from './settings-admin.queries.ts'

export function SectionForm<S extends Section>({ section }: { section: S }) {
  const { data } = useSuspenseQuery(sectionQuery(section))
  return <VersionForm key={data.version} section={section} saved={data} />
}

function VersionForm<S extends Section>({ section, saved }: { section: S; saved: VersionedSection<S> }) {
  const [value, set] = useState<Settings[S]>(saved.value)
  const queryClient = useQueryClient()
  const saving = useMutation(changeSection)
  const problems = readFormErrors(saving.error)
  const missing = useMissing(section)
  const isSaved = saved.version > 0 && value === saved.value
  return (
    <SchemaForm
      className="gap-6"
      schema={SECTIONS[section]}
      fields={SECTION_FORMS[section].fields}
      value={value}
      set={set}
      errorOf={(path) => problems?.fields[`value.${path}`] ?? (isSaved ? missing[path] : undefined)}
      problem={problems?.message}
      save="Save Settings"
      isPending={saving.isPending}
      onSave={() => saving.mutate({ section, version: saved.version, value })}
      reload={
        conflictMessage(saving.error) !== undefined && {
          label: 'Show the latest version',
          onClick: () => queryClient.invalidateQueries({ queryKey: sectionQuery(section).queryKey }),
        }
      }
    />
  )
}

/** What the opening checklist misses in this section, by field. */
function useMissing(section: Section): Partial<Record<string, string>> {
  const { data: opening } = useQuery(openingQuery)
  if (opening?.mode !== 'live') return {}
  const lacking = opening.items.filter((item) => item.section === section)
  return Object.fromEntries(lacking.flatMap(({ field, missing }) => (field && missing ? [[field, missing]] : [])))
}
