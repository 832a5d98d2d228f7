import { useMutation } from '@tanstack/react-query'
import { Link, redirect, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import { type ReactNode, useEffect, useRef } from 'react'
import { HttpError } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { useAdminEvents } from '#src/features/admin/todo/use-admin-events.ts'
import {
  adminSignInLink,
  clearAdminFlag,
  hasAdminFlag,
  signOutAsAdmin,
} from '#src/features/auth/admin-sign-in/admin-sign-in.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ADMIN_VIEWS } from './admin-nav.tsx'

export function AdminLayout({ title, children }: { title: string; children: ReactNode }) {
  useAdminFlag()
  useLastResort()
  const { isSessionOver } = useAdminEvents()
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-subtitle">{title}</h1>
        <LogoutButton />
      </div>
      <AdminNavigation shown={title} />
      {isSessionOver && <SessionOver />}
      {children}
    </main>
  )
}

const ENTRY =
  'flex min-h-11 items-center whitespace-nowrap rounded-control border border-line-strong px-4 text-small data-[status=active]:border-cocoa-900 data-[status=active]:bg-cocoa-900 data-[status=active]:text-pearl'

/** The dashboard link is current for every tab and filter, which the router's own matching cannot express. */
const HERE = { 'aria-current': 'page', 'data-status': 'active' } as const

/** On a phone the navigation scrolls, so the current link is scrolled into view. */
function AdminNavigation({ shown }: { shown: string }) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const entry = shown && strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (entry) strip.current?.scrollTo({ left: entry.offsetLeft - strip.current.offsetLeft - 20 })
  }, [shown])
  const exactly = { exact: true, includeSearch: true }
  return (
    <nav ref={strip} aria-label="Admin" className="-mx-5 overflow-x-auto px-5">
      <ul className="flex gap-2 py-1 lg:flex-wrap">
        <li>
          <Link to="/admin" activeOptions={exactly} {...(shown === 'Admin' && HERE)} className={ENTRY}>
            Admin
          </Link>
        </li>
        <li>
          <Link to="/admin/payments" className={ENTRY}>
            Payment Portal
          </Link>
        </li>
        <li>
          <Link to="/admin/custom-orders" className={ENTRY}>
            Custom Orders
          </Link>
        </li>
        {Object.entries(ADMIN_VIEWS).map(([view, { label }]) => (
          <li key={view}>
            <Link to="/admin" search={{ view }} activeOptions={{ exact: false, includeSearch: true }} className={ENTRY}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Stays on the page instead of redirecting, so that unsaved input is not lost. */
function SessionOver() {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-4 bg-warn-tint px-4 py-2 text-warn">
      Your session is over.
      <Link
        {...adminSignInLink(here)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Sign in again
      </Link>
    </p>
  )
}

function useLastResort() {
  useEffect(() => {
    const tell = () =>
      showToast({
        title: 'Operation Failed',
        description: 'An unexpected error occurred. Please try again.',
        tone: 'destructive',
      })
    window.addEventListener('unhandledrejection', tell)
    return () => window.removeEventListener('unhandledrejection', tell)
  }, [])
}

function LogoutButton() {
  const navigate = useNavigate()
  const signOut = useMutation({
    ...signOutAsAdmin,
    onSuccess: () => {
      clearAdminFlag()
      navigate({ to: '/admin-login' })
    },
  })
  return (
    <Button variant="secondary" size="small" pending={signOut.isPending} onClick={() => signOut.mutate()}>
      <LogOut aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
      Logout
    </Button>
  )
}

export async function requireAdminRoute<T>({ href }: { href: string }, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isRefused = error instanceof HttpError && (error.status === 401 || error.status === 403)
    throw isRefused ? redirect(adminSignInLink(href)) : error
  }
}

/** The flag in localStorage only chooses the screen; without it the page is left again. */
export function useAdminFlag(): void {
  const router = useRouter()
  useEffect(() => {
    if (!hasAdminFlag()) router.navigate({ ...adminSignInLink(router.state.location.href), replace: true })
  }, [router])
}
