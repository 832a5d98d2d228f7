import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'

type ButtonVariant = 'primary' | 'gold' | 'secondary' | 'link'
type ButtonSize = 'normal' | 'small'
type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize }

const BASE =
  'inline-flex items-center justify-center gap-2.5 text-center font-semibold transition-colors duration-150 ease-house'
const SOLID = `${BASE} cut cut-10 leading-tight tracking-[0.02em]`
const DISABLED =
  'disabled:cursor-not-allowed disabled:bg-ivory disabled:text-cocoa-500 aria-disabled:cursor-progress aria-disabled:opacity-80'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `${SOLID} bg-cocoa-900 text-pearl hover:bg-ruby-700 ${DISABLED}`,
  // The focus ring is inverted: gold would vanish on gold.
  gold: `${SOLID} bg-gold-300 text-cocoa-900 hover:bg-gold-200 focus-visible:focus-on-gold ${DISABLED}`,
  secondary: `${BASE} rounded-control border border-current leading-tight tracking-[0.02em] hover:bg-cocoa-900 hover:text-pearl disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-transparent disabled:text-cocoa-500`,
  link: `relative inline-flex items-center gap-2 border-b border-current py-[0.2rem] font-semibold transition-colors duration-150 ease-house after:absolute after:-inset-y-2 after:inset-x-0 hover:text-gold-700 in-[.on-dark]:hover:text-gold-300`,
}

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-13 px-[1.9rem] text-[0.9375rem]',
  small: 'min-h-11 px-[1.2rem] text-small',
}

export function buttonClass({ variant = 'primary', size = 'normal' }: ButtonLook = {}): string {
  return variant === 'link' ? VARIANTS.link : `${VARIANTS[variant]} ${SIZES[size]}`
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean }

/** `pending` keeps the focus. It submits only after hydration: a native submit would put the fields into the URL. */
export function Button({ variant, size, pending = false, className = '', onClick, children, ...rest }: ButtonProps) {
  const isHydrated = useHydrated()
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={isHydrated ? (rest.type ?? 'button') : 'button'}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={press}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {pending && <span aria-hidden="true" className="size-2.5 animate-turn bg-current" />}
      {children}
    </button>
  )
}

export const iconButtonClass =
  'relative grid size-11 shrink-0 place-items-center rounded-control transition-colors duration-150 ease-house hover:text-ruby-700 disabled:cursor-not-allowed disabled:text-line-strong in-[.on-dark]:hover:text-gold-300'

type IconButtonProps = ComponentProps<'button'> & { label: string }

export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={`${iconButtonClass} ${className}`}>
      {children}
    </button>
  )
}

export function ButtonIcon({ of: Drawing }: { of: LucideIcon }) {
  return <Drawing strokeWidth={1.5} className="size-5.5" />
}
