import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { HeaderActions } from './header-actions.tsx'
import { activeOptionsOf, NAVIGATION } from './navigation.ts'
import { PromoBar } from './promo-bar.tsx'

const loadMenu = () => import('./mobile-menu.tsx')
const MobileMenu = lazy(() => loadMenu().then((module) => ({ default: module.MobileMenu })))

export function Header() {
  return (
    <header>
      <DemoBanner />
      <PromoBar />
      <div className="border-line border-b bg-pearl">
        <div className="wrap grid h-16 grid-cols-[1fr_auto_1fr] items-center sm:h-21">
          <MainNavigation />
          <MenuButton />
          <Link to="/" aria-label={`${SHOP_NAME}, home`}>
            <img
              src="/logo-dark.svg"
              alt=""
              width={216}
              height={44}
              // React would preload it before the styles otherwise.
              fetchPriority="low"
              className="h-8.5 w-auto sm:h-11"
            />
          </Link>
          <HeaderActions />
        </div>
      </div>
    </header>
  )
}

function MainNavigation() {
  return (
    <nav aria-label="Main" className="hidden gap-5 text-[0.9375rem] lg:flex xl:gap-8">
      {NAVIGATION.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={activeOptionsOf(to)}
          className="border-transparent border-b-2 py-2.5 transition-colors duration-150 ease-house hover:text-ruby-700 aria-[current=page]:border-gold-500"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function MenuButton() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  function open() {
    setWanted(true)
    setOpen(true)
  }
  return (
    <div className="-ml-3 lg:hidden">
      <IconButton label="Menu" aria-haspopup="dialog" aria-expanded={isOpen} onPointerEnter={loadMenu} onClick={open}>
        <Menu aria-hidden="true" strokeWidth={1.5} className="size-5.5" />
      </IconButton>
      {isWanted && (
        <Suspense>
          <MobileMenu open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
