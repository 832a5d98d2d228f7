import type { Section, Settings } from '#src/features/settings/settings.contract.ts'

export type FieldsProps<S extends Section> = {
  value: Settings[S]
  set: (value: Settings[S]) => void
  /** The server's error for a field, by its path: `week.0.closes`. */
  wrong: (path: string) => string | undefined
}
