import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import type { PolicyName } from '#src/features/settings/setting-names.ts'
import type { PublicFounder, PublicPolicy } from '#src/features/settings/settings.contract.ts'

export const policyQuery = (name: PolicyName, version?: number) => {
  const path = `/api/policies/${name}${version === undefined ? '' : `?version=${version}`}`
  return queryOptions({ queryKey: [path], queryFn: () => getJson<PublicPolicy>(path) })
}

export const founderQuery = queryOptions<PublicFounder>({ queryKey: ['/api/founder'] })
