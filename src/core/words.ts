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

/** Formats a duration in its two largest units: 50 min, 3 h 20 min, 2 days 5 h. */
export function formatDuration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return [counted(days, 'day'), hours > 0 && `${hours} h`].filter(Boolean).join(' ')
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
