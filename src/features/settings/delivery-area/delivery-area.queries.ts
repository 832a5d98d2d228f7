import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { sendJson } from '#src/browser/http-client.ts'
import { uploadFile } from '#src/browser/upload-file.ts'
import { publicSettingsQuery } from '#src/features/settings/settings.queries.ts'
import type { AreaCounts, AreaList, AreaPlan } from './delivery-area.contract.ts'

const PATH = '/api/admin/delivery-area'

export const areaFilePath = (list: AreaList) => `${PATH}/${list}.csv`

export const areaCountsQuery = queryOptions<AreaCounts>({ queryKey: [PATH] })

const refreshes = [[PATH], ['/api/admin/settings'], publicSettingsQuery.queryKey]

type AreaUpload = { list: AreaList; file: File }

export const checkAreaFile = mutationOptions({
  mutationFn: ({ list, file }: AreaUpload) => uploadFile<AreaPlan>({ path: `${PATH}/${list}?dryRun=true`, body: file }),
})

export const replaceAreaList = mutationOptions({
  mutationFn: ({ list, file, plan }: AreaUpload & { plan: string }) =>
    uploadFile<AreaPlan>({ path: `${PATH}/${list}?plan=${plan}`, body: file }),
  meta: { success: { title: 'List Replaced', description: 'New orders follow it at once.' }, refreshes },
})

export const serveEverywhere = mutationOptions({
  mutationFn: () => sendJson<{ success: true }>('DELETE', `${PATH}/pincodes`),
  meta: {
    success: { title: 'List Removed', description: 'Parcels go everywhere again.' },
    failure: (error) => ({ title: 'Not Removed', description: serverMessage(error) ?? 'Please try again.' }),
    refreshes,
  },
})
