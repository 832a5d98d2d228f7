import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

type EmptyStateProps = {
  title: string
  /** `h1` where the emptiness is the whole page. */
  as?: 'h1' | 'h2' | 'p'
  text?: ReactNode
  /** Square, and something to long for; no more than a mood, so it has no text. */
  picture?: string
  /** The one thing to do now: a button or a link that looks like one. */
  action?: ReactNode
}

export function EmptyState({ title, as: Title = 'h2', text, picture, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-5 px-4 py-16 text-center">
      <Picture
        src={picture}
        alt=""
        width={208}
        height={208}
        sizes="208px"
        className="cut size-52 object-cover cut-18"
      />
      <Title className="font-display text-subtitle">{title}</Title>
      {text && <p className="max-w-[30em] text-cocoa-600">{text}</p>}
      {action}
    </div>
  )
}
