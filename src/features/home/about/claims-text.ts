import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { formatClaim } from '#src/features/settings/shop-promises.ts'

type ShownClaims = PublicSettings['claims']

export function adminText({ certified }: ShownClaims): string {
  const text = certified ? formatClaim(certified) : 'chocolate maker'
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

export function shopSummaryText(claims: ShownClaims): string {
  const { experience, flavors, customers } = claims
  const figures = [experience, flavors, customers].flatMap((claim) => (claim ? [formatClaim(claim)] : []))
  return figures.length > 0 ? `A ${adminText(claims)} with ${listed(figures)}.` : `A ${adminText(claims)}.`
}

const listed = (parts: string[]) => [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')

export function storyText(claims: ShownClaims): string {
  const { experience, flavors, customers } = claims
  const begun = experience ? `After ${experience.figure} years of practice, our` : 'Our'
  const found = customers ? ` and found ${formatClaim(customers)}` : ''
  return `${begun} ${adminText(claims)} has brought one recipe to ${flavors ? formatClaim(flavors) : 'many flavors'}${found}.`
}

export function productionText(handcrafted: string, { flavors, customers }: ShownClaims): string {
  const inFlavors = flavors ? ` in ${formatClaim(flavors)}` : ''
  return `${handcrafted}${inFlavors}${customers ? `, for ${formatClaim(customers)}` : ''}.`
}
