import * as RadixTabs from 'radix-ui/tabs'
import type { ComponentProps } from 'react'

type TabsProps = {
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
  children: React.ReactNode
}

export function Tabs(props: TabsProps) {
  return <RadixTabs.Root {...props} />
}

export function TabList({ label, className = '', ...rest }: ComponentProps<typeof RadixTabs.List> & { label: string }) {
  return (
    <RadixTabs.List
      aria-label={label}
      {...rest}
      className={`flex gap-6 overflow-x-auto overflow-y-hidden border-line border-b in-[.on-dark]:border-line-dark ${className}`}
    />
  )
}

export function Tab({ className = '', ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      {...rest}
      className={`-mb-px min-h-12 shrink-0 border-transparent border-b-2 text-cocoa-600 transition-colors duration-150 ease-house hover:text-cocoa-900 focus-visible:-outline-offset-2 data-[state=active]:border-gold-500 data-[state=active]:font-semibold data-[state=active]:text-cocoa-900 in-[.on-dark]:text-on-dark-muted in-[.on-dark]:data-[state=active]:text-pearl in-[.on-dark]:hover:text-pearl ${className}`}
    />
  )
}

export function TabPanel({ className = 'pt-6', ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...rest} className={className} />
}
