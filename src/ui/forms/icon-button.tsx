import type { ComponentProps } from 'react'

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
