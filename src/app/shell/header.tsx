import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import { lazy, Suspense, useState } from 'react'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { ButtonIcon, IconButton } from '#src/ui/forms/button.tsx'
import { HeaderActions } from './header-actions.tsx'
import { activeOptionsOf, NAVIGATION } from './navigation.ts'

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
        <ButtonIcon of={Menu} />
      </IconButton>
      {isWanted && (
        <Suspense>
          <MobileMenu open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}

function DemoBanner() {
  const { data: shop } = useSuspenseQuery(shopInfoQuery)
  if (shop.mode !== 'demo') return null
  return (
    <p className="bg-gold-300 px-4 py-0.5 text-center font-semibold text-cocoa-900 text-xs leading-5">
      Demo shop: no real money moves
    </p>
  )
}

/** Three promises at the top of every page; phones show the first. */
function PromoBar() {
  const { freeShipping, handcrafted, deliveryWithArea } = usePromises()
  const others = [handcrafted, `Delivered in ${deliveryWithArea}`].filter((promise) => promise !== undefined)
  return (
    <p className="flex items-center justify-center gap-4 bg-cocoa-950 px-4 py-[0.55rem] text-gold-300 text-meta">
      <span>{freeShipping}</span>
      {others.map((promise) => (
        <span key={promise} className="hidden items-center gap-4 sm:flex">
          <DiamondMark className="size-1.5 bg-gold-500" />
          {promise}
        </span>
      ))}
    </p>
  )
}
