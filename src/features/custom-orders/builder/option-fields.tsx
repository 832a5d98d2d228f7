import type { ReactNode } from 'react'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

type OptionsProps = { legend: string; hint?: ReactNode; className?: string; children: ReactNode }

export function OptionGroup({ legend, hint, className = '', children }: OptionsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-gold-300 text-heading">{legend}</legend>
      {hint && <p className="mt-1.5 text-on-dark-muted text-small">{hint}</p>}
      <div className={`mt-5 ${className}`}>{children}</div>
    </fieldset>
  )
}

const FOCUS = 'has-focus-visible:outline-2 has-focus-visible:outline-gold-300 has-focus-visible:outline-offset-2'
/** Covers its label, so that pointers and screen readers find it there. */
const INPUT = 'absolute inset-0 size-full cursor-pointer opacity-0'

type OptionProps = { name: string; value: string; checked: boolean; onChoose: () => void; children: ReactNode }

export function PictureRadio({ picture, children, ...radio }: OptionProps & { picture: ReactNode }) {
  const { name, value, checked, onChoose } = radio
  return (
    <label
      className={`group relative flex flex-col items-center gap-2 rounded-control py-2.5 text-center text-[0.6875rem] leading-tight sm:px-1 sm:text-meta transition-colors duration-150 ease-house hover:bg-cocoa-900 ${FOCUS}`}
    >
      <input type="radio" name={name} value={value} checked={checked} onChange={onChoose} className={INPUT} />
      {picture}
      <span className="border-transparent border-b-2 pb-0.5 text-on-dark group-has-checked:border-gold-300 group-has-checked:font-semibold group-has-checked:text-gold-300">
        {children}
      </span>
    </label>
  )
}

export function CheckChip({ icon, children, ...box }: OptionProps & { icon: ReactNode }) {
  const { name, value, checked, onChoose } = box
  return (
    <label
      className={`relative inline-flex min-h-11 items-center gap-2.5 rounded-control border border-on-dark-muted/45 py-1 pr-4 pl-2.5 text-small transition-colors duration-150 ease-house hover:border-gold-300 has-checked:border-gold-300 has-checked:bg-gold-300 has-checked:font-semibold has-checked:text-cocoa-900 ${FOCUS}`}
    >
      <input type="checkbox" name={name} value={value} checked={checked} onChange={onChoose} className={INPUT} />
      {icon}
      {children}
      {checked && <DiamondMark className="ml-0.5 size-2 bg-cocoa-900" />}
    </label>
  )
}
