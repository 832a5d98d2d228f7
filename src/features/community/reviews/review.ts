import { counted } from '#src/core/words.ts'

export const REVIEW_STATUSES = ['pending', 'published', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

export const RATINGS = [5, 4, 3, 2, 1] as const

export const REVIEW_TITLE_MAX = 200
export const REVIEW_TEXT_MAX = 2000
export const REVIEWS_PER_PAGE = 6

export function formatReviewCount(count: number): string {
  return `(${counted(count, 'review')})`
}

export function formatAuthorName(customerName: string): string {
  const [first = 'A buyer', ...others] = customerName.trim().split(/\s+/)
  const [initial] = others.at(-1) ?? ''
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
