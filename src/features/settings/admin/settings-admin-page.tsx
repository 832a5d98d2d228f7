import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { DeliveryAreaCards } from '#src/features/settings/delivery-area/delivery-area-cards.tsx'
import { SECTION_NAMES } from '#src/features/settings/setting-names.ts'
import type { Section } from '#src/features/settings/settings.contract.ts'
import { SectionForm } from './section-form.tsx'
import { SECTION_FORMS } from './section-forms.tsx'
import { sectionQuery } from './settings-admin.queries.ts'

const sectionOf = ({ id }: AdminSearch): Section => SECTION_NAMES.find((name) => name === id) ?? 'claims'

export const loader = (queryClient: QueryClient, search: AdminSearch) =>
  queryClient.fetchQuery({ ...sectionQuery(sectionOf(search)), staleTime: 0 })

export function AdminPage({ search }: AdminPageProps) {
  const section = sectionOf(search)
  const { title, text } = SECTION_FORMS[section]
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12">
      <SectionNavigation current={section} />
      <section aria-labelledby="section" className="grid max-w-3xl gap-6">
        <div className="grid gap-2">
          <h2 id="section" className="text-heading">
            {title}
          </h2>
          <p className="max-w-[60ch] text-cocoa-600">{text}</p>
        </div>
        <SectionForm key={section} section={section} />
        {section === 'delivery' && <DeliveryAreaCards />}
      </section>
    </div>
  )
}

const ENTRY =
  'flex min-h-11 items-center border-line-strong px-3 text-small max-lg:rounded-control max-lg:border lg:border-l-2 lg:px-4 aria-[current]:border-gold-500 aria-[current]:bg-white aria-[current]:font-semibold hover:bg-white'

function SectionNavigation({ current }: { current: Section }) {
  return (
    <nav aria-label="Settings">
      <ul className="flex flex-wrap gap-2 lg:grid lg:gap-0">
        {SECTION_NAMES.map((name) => (
          <li key={name}>
            <Link
              to="/admin"
              search={{ view: 'settings', id: name }}
              resetScroll={false}
              // The router's own marking compares the whole address, which at first names no section.
              activeProps={{}}
              aria-current={name === current ? 'page' : undefined}
              className={ENTRY}
            >
              {SECTION_FORMS[name].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
