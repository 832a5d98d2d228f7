import { groupDigits } from './money.ts'

/** Counts in words: "1 piece", "1,200 pieces", "2 stories". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(String(count))} ${count === 1 ? one : many}`
}

/** Joins names in words: "milk, soya and tree nuts". */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names that look the same have the same key, whatever their case, spaces or way of writing an accent. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Formats a wait, rounded up: "30 seconds", "5 minutes", "about 2 hours". */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return counted(seconds, 'second')
  return minutes <= 90 ? counted(minutes, 'minute') : `about ${counted(Math.ceil(seconds / 3600), 'hour')}`
}
