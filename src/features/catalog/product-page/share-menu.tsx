import * as Menu from 'radix-ui/dropdown-menu'
import { type ReactNode, useEffect } from 'react'
import { dismissToast, showToast } from '#src/browser/toast-store.ts'

const ITEM =
  'flex min-h-11 cursor-pointer items-center px-5 outline-none select-none data-[highlighted]:bg-ivory data-[highlighted]:text-ruby-700'

type ShareMenuProps = { title: string; url: string; className: string; children: ReactNode }

/** Plain links: no third-party scripts. */
export function ShareMenu({ title, url, className, children }: ShareMenuProps) {
  // A toast would cover the menu.
  useEffect(dismissToast, [])
  return (
    <Menu.Root defaultOpen modal={false} onOpenChange={dismissToast}>
      <Menu.Trigger className={className}>{children}</Menu.Trigger>
      {/* Not in a portal: it would lie outside every landmark. */}
      <Menu.Content
        align="start"
        sideOffset={4}
        className="z-40 min-w-48 border border-line bg-white py-2 shadow-drawer data-[state=closed]:animate-fade-out data-[state=open]:animate-rise"
      >
        <Menu.Item className={ITEM} onSelect={() => void copy(url)}>
          Copy link
        </Menu.Item>
        <Menu.Item asChild className={ITEM}>
          <a href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`} target="_blank" rel="noreferrer">
            WhatsApp
          </a>
        </Menu.Item>
        <Menu.Item asChild className={ITEM}>
          <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>E-mail</a>
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  )
}

async function copy(url: string) {
  // Browsers offer the clipboard on secure pages only.
  const isCopied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { title: 'Copied!', description: 'The link is in your clipboard.' }
      : { title: 'Not copied', description: `Please copy it by hand: ${url}` },
  )
}
