import { Share } from 'lucide-react'

export type SharedPage = { title: string; url: string }

export const shareButtonClass =
  'flex min-h-11 items-center gap-2 font-medium transition-colors duration-150 ease-house hover:text-ruby-700'

export function ShareLabel() {
  return (
    <>
      <Share aria-hidden="true" strokeWidth={1.5} className="size-5" />
      Share
    </>
  )
}
