/** The codes of refusals, for programs, with their titles. A code never changes its meaning. */
export const PROBLEM_TITLES = {
  invalid: 'The request is invalid',
  'not-signed-in': 'Nobody is signed in',
  'code-needed': 'The code of the authenticator app is missing or wrong',
  'not-allowed': 'Not allowed',
  'cross-origin': 'The call comes from another site',
  'not-found': 'Not found',
  'method-not-allowed': 'The method is not allowed here',
  conflict: 'The request does not fit the present state',
  'out-of-stock': 'Not enough pieces are in stock',
  'total-changed': 'The total has changed',
  'order-number-used': 'The order number belongs to another order',
  'other-account': 'Another account is signed in',
  'already-paid': 'The order is paid',
  'promo-refused': 'The promo code does not apply',
  'changed-meanwhile': 'Somebody else changed it meanwhile',
  'too-large': 'The body is too large',
  'unsupported-media-type': 'The content type is not supported',
  mismatch: 'The values do not match the stored data',
  'too-many': 'Too many requests',
  'internal-error': 'An error of the server',
  unavailable: 'Temporarily unavailable',
  'database-unavailable': 'The database does not answer',
  overloaded: 'The server is busy',
  'storage-full': 'The disk of the server is full',
  'shop-closed': 'The shop has not opened yet',
  'timed-out': 'The call took too long',
} as const

export type ProblemCode = keyof typeof PROBLEM_TITLES

export type ProblemDetails = {
  status: number
  code: ProblemCode
  message: string
  /** Further fields of the response. */
  details?: object
}

const PROBLEM_JSON = 'application/problem+json'

export const acceptsProblem = (accept: string | undefined) => accept?.includes(PROBLEM_JSON) ?? false

/** A refusal as JSON, with the members of RFC 9457 for a client that accepts them. */
export function renderProblem({ status, code, message, details }: ProblemDetails, accept: string | undefined) {
  const plain = { message, ...details, code }
  if (!acceptsProblem(accept)) return { type: 'application/json', body: plain }
  const members = { type: `/api/docs#${code}`, title: PROBLEM_TITLES[code], status, detail: message }
  return { type: PROBLEM_JSON, body: { ...plain, ...members } }
}
