import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/platform/http.ts'
import { sentenceOf } from '#src/platform/problems.ts'
import { openingQuery } from './opening.queries.ts'
import type { Section, SectionOnDesk } from './settings.contract.ts'
import { publicSettingsQuery } from './settings.queries.ts'

const DESK = '/api/admin/settings'

export const sectionQuery = <S extends Section>(section: S) =>
  queryOptions<SectionOnDesk<S>>({ queryKey: [DESK, section] })

export const changeSection = mutationOptions({
  mutationFn: ({ section, ...change }: SectionOnDesk & { section: Section }) =>
    sendJson<SectionOnDesk>('PUT', `${DESK}/${section}`, change),
  meta: {
    success: { title: 'Settings Saved', description: 'The shop shows them at once.' },
    failure: (error) => ({
      title: 'Not Saved',
      description: sentenceOf(error) ?? 'Failed to save the settings. Please try again.',
    }),
    refreshes: [[DESK], publicSettingsQuery.queryKey, openingQuery.queryKey],
  },
})
