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
      return FORMATS[issue.format] ?? 'This is not written as it should be.'
    case 'not_multiple_of':
      return 'This has too many decimals.'
    case 'unrecognized_keys':
      return `This is not known here: ${issue.keys.join(', ')}.`
    default:
      return 'This is not right.'
  }
}

const FORMATS: Record<string, string> = {
  email: 'This is not an e-mail address.',
  url: 'This is not an address of a page.',
  uuid: 'This is not an id.',
  date: 'This is not a day.',
  datetime: 'This is not a moment.',
}

const isEmptyText = ({ origin, minimum }: { origin: string; minimum: unknown }) => origin === 'string' && minimum === 1

function boundText(origin: string, bound: 'at most' | 'at least', limit: string): string {
  if (origin === 'string') return `Please use ${bound} ${limit} characters.`
  if (origin === 'array' || origin === 'set') return `Please give ${bound} ${limit}.`
  return `This must be ${bound} ${limit}.`
}

const TYPES: Record<string, string> = {
  int: 'This is not a whole number.',
  number: 'This is not a number.',
  boolean: 'This is neither yes nor no.',
  array: 'This is not a list.',
}

function typeText(expected: string, input: unknown): string {
  if (input === undefined || input === null) return 'This is required.'
  return TYPES[expected] ?? 'This is not what belongs here.'
}

/** Applies to every contract of this process, on the server and in browsers. */
z.config({ customError: validationMessage })
