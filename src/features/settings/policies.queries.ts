import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#src/platform/http.ts'
import type { PublicFounder, PublicPolicy } from './settings.contract.ts'
import type { PolicyName } from './settings.names.ts'

export const policyQuery = (name: PolicyName) => {
  const path = `/api/policies/${name}`
  return queryOptions({ queryKey: [path], queryFn: () => getJson<PublicPolicy>(path) })
}

export const founderQuery = queryOptions<PublicFounder>({ queryKey: ['/api/founder'] })
