export type DomainErrorCode =
  | 'invalid'
  | 'not-signed-in'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'mismatch'
  | 'too-many'
  | 'unavailable'

/** An expected refusal with a message for customers and extra response fields; any other error is a bug. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: DomainErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
