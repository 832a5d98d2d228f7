import { z } from 'zod'

/** Default messages for customers in place of zod's technical ones. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
      return boundText(issue.origin, 'at most', String(issue.maximum))
    case 'too_small':
      return isEmptyText(issue) ? 'This is required.' : boundText(issue.origin, 'at least', String(issue.minimum))
    case 'invalid_type':
      return typeText(issue.expected, issue.input)
    case 'invalid_value':
      return 'Please choose one of the values that are offered.'
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This does not have the right format.'
    case 'not_multiple_of':
      return 'This has too many decimals.'
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}.`
    default:
      return 'This is not valid.'
  }
}

const FORMATS: Record<string, string> = {
  email: 'Please enter a valid e-mail address.',
  url: 'Please enter a valid web address.',
  uuid: 'This is not a valid id.',
  date: 'Please enter a valid date.',
  datetime: 'Please enter a valid date and time.',
}

const isEmptyText = ({ origin, minimum }: { origin: string; minimum: unknown }) => origin === 'string' && minimum === 1

function boundText(origin: string, bound: 'at most' | 'at least', limit: string): string {
  if (origin === 'string') return `Please use ${bound} ${limit} characters.`
  if (origin === 'array' || origin === 'set') return `Please give ${bound} ${limit}.`
  return `This must be ${bound} ${limit}.`
}

const TYPES: Record<string, string> = {
  int: 'Please enter a whole number.',
  number: 'Please enter a number.',
  boolean: 'Please choose yes or no.',
  array: 'This must be a list.',
}

function typeText(expected: string, input: unknown): string {
  if (input === undefined || input === null) return 'This is required.'
  return TYPES[expected] ?? 'This has the wrong type.'
}

/** Applies to every contract of this process, on the server and in browsers. */
z.config({ customError: validationMessage })
