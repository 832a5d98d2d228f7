import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

type EmptyStateProps = {
  title: string
  as?: 'h1' | 'h2' | 'p'
  text?: ReactNode
  picture?: string
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
