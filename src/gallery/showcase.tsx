import { type ReactNode, useState } from 'react'

type Component = (props: never) => ReactNode

/** What the gallery shows of a component, or of several that belong together, by the name of the state. */
export type Showcase = { of: readonly [Component, ...Component[]]; states: Record<string, ReactNode> }

type HeldProps<T> = { first: T; children: (value: T, set: (value: T) => void) => ReactNode }

/** Holds the value of a controlled component. */
export function Held<T>({ first, children }: HeldProps<T>) {
  const [value, set] = useState(first)
  return children(value, set)
}

/** Nothing happens in a gallery. */
export const idle = () => {}

export function ShowcaseSection({ of: parts, states }: Showcase) {
  const title = parts.map(({ name }) => name).join(', ')
  return (
    <section aria-label={title} className="grid min-w-0 gap-4 border-line border-t pt-6">
      <h2 className="text-heading">{title}</h2>
      <div className="grid min-w-0 items-start gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(states).map(([name, state]) => (
          <figure key={name} className="grid min-w-0 content-start justify-items-start gap-2 [&>div]:w-full">
            <figcaption className="text-cocoa-500 text-meta">{name}</figcaption>
            <div className="min-w-0">{state}</div>
          </figure>
        ))}
      </div>
    </section>
  )
}
