import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'

type MoveButtonsProps = {
  name: string
  index: number
  count: number
  onMove: (by: -1 | 1) => void
}

const ICON = { 'aria-hidden': true, strokeWidth: 1.5, className: 'size-5' } as const

/** A moved row takes the focus from its button, so the button gets it back. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement>(null)
  const place = useRef(index)
  useLayoutEffect(() => {
    if (place.current !== index) pressed.current?.focus()
    place.current = index
  }, [index])

  const bind = (label: string, by: -1 | 1, isLast: boolean) => ({
    label: `${label} ${name}`,
    'aria-disabled': isLast || undefined,
    className: 'aria-disabled:cursor-not-allowed aria-disabled:text-line-strong',
    onBlur: () => {
      pressed.current = null
    },
    onClick: (event: { currentTarget: HTMLButtonElement }) => {
      pressed.current = event.currentTarget
      if (!isLast) onMove(by)
    },
  })
  return (
    <div className="flex">
      <IconButton {...bind('Move up', -1, index === 0)}>
        <ArrowUp {...ICON} />
      </IconButton>
      <IconButton {...bind('Move down', 1, index === count - 1)}>
        <ArrowDown {...ICON} />
      </IconButton>
    </div>
  )
}

/** Moves an item to another place; the items between make room. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
