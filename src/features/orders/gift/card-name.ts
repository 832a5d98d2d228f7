import { z } from 'zod'
import { CardMessage, splitLetters } from './card-text.ts'

/** Stands for the first name of the recipient. */
export const CARD_NAME = '{name}'

const BRACES = /\{[^{}\n]*\}/g

const isName = (placeholder: string) => placeholder.replaceAll(' ', '').toLowerCase() === CARD_NAME

/** Fills in the first name, however the placeholder is spelled: `{name}`, `{ Name }`. */
export function fillCardText(template: string, firstName: string): string {
  return template.replaceAll(BRACES, (placeholder) => (isName(placeholder) ? firstName : placeholder))
}

/** Why a card cannot be printed, with the name filled in. A misspelled placeholder would be printed as it is. */
export function findCardFault(template: string, firstName: string): string | undefined {
  const unknown = (template.match(BRACES) ?? []).find((placeholder) => !isName(placeholder))
  if (unknown) return `The card fills in ${CARD_NAME} only, not ${unknown}.`
  return CardMessage.safeParse(fillCardText(template, firstName)).error?.issues[0]?.message
}

export const cardMessageTo = (firstName: string) =>
  z.string().transform((template, context) => {
    const message = findCardFault(template, firstName)
    if (message === undefined) return CardMessage.parse(fillCardText(template, firstName))
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const hasCardName = (template: string) => (template.match(BRACES) ?? []).some(isName)

const lengthOf = (text: string) => splitLetters(text.normalize('NFC')).length

export const findLongestName = (names: readonly string[]) =>
  names.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]

export const countFilledLetters = (template: string, firstName = CARD_NAME) =>
  lengthOf(fillCardText(template.trim(), firstName))
