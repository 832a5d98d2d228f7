export type DomainErrorCode =
  | 'invalid'
  | 'not-signed-in'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'mismatch'
  | 'too-many'
  | 'unavailable'

/**
 * A refusal the shop means to give, in a sentence that a customer may read.
 * `details` are the extra fields that the interface names for this answer. Anything else that is thrown is a bug.
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: DomainErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
