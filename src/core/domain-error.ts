import type { ProblemCode } from '#src/core/problem-codes.ts'

export type DomainErrorCode =
  | 'invalid'
  | 'not-signed-in'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'mismatch'
  | 'too-many'
  | 'unavailable'

export type RateLimitState = {
  name: string
  max: number
  perSeconds: number
  remaining: number
  /** Until the window ends. */
  resetSeconds: number
}

/** `code` refines the code that programs read; `rateLimit` and `retryAfterSeconds` become headers. */
type Details = Readonly<Record<string, unknown> & { code?: ProblemCode; rateLimit?: RateLimitState }>

/** An expected refusal with a message for customers and extra response fields; any other error is a bug. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly details: Details

  constructor(code: DomainErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
