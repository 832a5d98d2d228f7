import type { Section, Settings } from '#src/features/settings/settings.contract.ts'

export type FieldsProps<S extends Section> = {
  value: Settings[S]
  set: (value: Settings[S]) => void
  /** What the server finds wrong with a field, by its way from the top: `week.0.closes`. */
  wrong: (path: string) => string | undefined
}
