import { nameKey } from '#src/core/words.ts'

export const MAX_SIZES = 12
export const MAX_SIZE_LABEL = 30

/** "Kesar Truffles · 200 g" */
export const nameOfSize = (family: string, label: string) => `${family} · ${label}`

/** Names the family for search engines. */
export function familyGroupId({ id }: { id: number }): string {
  return `family-${id}`
}

/** The place of a label that equals an earlier one; -1 without any. */
export function findEqualLabel(labels: readonly string[]): number {
  const keys = labels.map(nameKey)
  return keys.findIndex((key, at) => keys.indexOf(key) < at)
}

export const equalLabelText = (label: string) => `Another size of this product is already called ${label}.`

/** In a file, where the columns are named. */
export const RENAMED_SIZE =
  'Name: The name of a size follows from its family and its size. Please change these columns.'

export const SIZE_RENAMED =
  'This product is one of several sizes. Its name follows from the family and the size: please change them under Sizes.'
