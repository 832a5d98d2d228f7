import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readFormErrors, serverMessage } from '#src/browser/form-errors.ts'
import { sendJson } from '#src/browser/http-client.ts'
import type { MissingCourierKeys } from '#src/features/settings/delivery-settings.contract.ts'
import type { Opening } from '#src/features/settings/opening/opening.contract.ts'
import type { Section, VersionedSection } from '#src/features/settings/settings.contract.ts'
import { publicSettingsQuery } from '#src/features/settings/settings.queries.ts'

const PATH = '/api/admin/settings'
const OPENING = '/api/admin/opening'

export const openingQuery = queryOptions<Opening>({ queryKey: [OPENING] })

export const sectionQuery = <S extends Section>(section: S) =>
  queryOptions<VersionedSection<S>>({ queryKey: [PATH, section] })

export const courierKeysQuery = queryOptions<MissingCourierKeys>({ queryKey: ['/api/admin/courier-keys'] })

export const changeSection = mutationOptions({
  mutationFn: ({ section, ...change }: VersionedSection & { section: Section }) =>
    sendJson<VersionedSection>('PUT', `${PATH}/${section}`, change),
  meta: {
    success: { title: 'Settings Saved', description: 'The shop shows them at once.' },
    failure: (error) => ({
      title: 'Not Saved',
      description:
        readFormErrors(error)?.message ?? serverMessage(error) ?? 'Failed to save the settings. Please try again.',
    }),
    refreshes: [[PATH], publicSettingsQuery.queryKey, openingQuery.queryKey],
  },
})

export const openShop = mutationOptions({
  mutationFn: () => sendJson<Opening>('POST', OPENING),
  meta: {
    success: { title: 'The Shop Is Open', description: 'Customers can see it from now on.' },
    failure: (error) => ({
      title: 'Not Opened',
      description: serverMessage(error) ?? 'Failed to open the shop. Please try again.',
    }),
    refreshes: [openingQuery.queryKey],
  },
})
