import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { notFoundOn } from '#src/browser/http-client.ts'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { pageHead } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { POLICY_NAMES, POLICY_TITLES, type PolicyName } from '#src/features/settings/setting-names.ts'
import { policyQuery } from './policies.queries.ts'

const DESCRIPTIONS: Record<PolicyName, string> = {
  returns: 'What can be returned, how, who pays, and when the money comes back.',
  shipping: 'Where we send chocolate, what it costs, how long it takes, and what we do about the heat.',
  cancellation: 'Until when an order can be cancelled, and what is refunded.',
  terms: 'Who sells to you, what the prices include, and where to complain.',
}

/** Loads a policy's page and its head. Throws `notFound` for an unknown name or version. */
export async function loadPolicy(queryClient: QueryClient, written: string, typedVersion: unknown) {
  const name = POLICY_NAMES.find((one) => one === written)
  if (!name) throw notFound()
  if (typedVersion !== undefined && !/^\d{1,6}$/.test(String(typedVersion))) throw notFound()
  const version = typedVersion === undefined ? undefined : Number(typedVersion)
  const [{ publicUrl }] = await Promise.all([
    queryClient.ensureQueryData(shopInfoQuery),
    queryClient.ensureQueryData(policyQuery(name, version)).catch(notFoundOn(404)),
  ])
  const title = `${POLICY_TITLES[name]} · ${SHOP_NAME}`
  const url = new URL(`/policies/${name}`, publicUrl).href
  return { name, version, ...pageHead({ title, description: DESCRIPTIONS[name], url }) }
}
