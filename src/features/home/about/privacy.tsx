import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { DataProcessor } from '#src/core/data-processors.ts'
import { DATA_PROCESSOR_TEXTS } from '#src/core/data-processors.ts'
import { formatDaySpan, RETENTION } from '#src/core/retention.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { DiamondListItem } from '#src/ui/diamond-mark.tsx'

/** Update this text with every change of the stored data; the periods come from the retention table. */
export const dataProcessorsQuery = queryOptions<DataProcessor[]>({ queryKey: ['/api/processors'] })

export function Privacy({ isDemo }: { isDemo: boolean }) {
  return (
    <section id="privacy" aria-labelledby="privacy-title" className="scroll-mt-6 border-line border-t">
      <div className="wrap grid gap-10 py-16 sm:py-24">
        <div className="grid max-w-152 gap-4">
          <p className="eyebrow">Privacy</p>
          <h2 id="privacy-title" className="text-title">
            What we know, in plain words
          </h2>
          <p className="text-cocoa-600 text-lead">
            No advertising, no tracking, no third-party scripts. Your browser talks only to this shop, unless a product
            picture is on another server, or you go to your UPI app or another site.
          </p>
        </div>
        {isDemo && (
          <p className="bg-warn-tint px-5 py-4 text-warn">
            This is a demo: it sends no messages, and everyone can read in its mailbox what it would have sent. Please
            use invented names and addresses.
          </p>
        )}
        <div className="grid gap-6 lg:grid-cols-2">
          <OnTheDevice />
          <WithUs />
          <Others isDemo={isDemo} />
          <YourRights />
          <AfterDeletion />
          <HowToDelete />
        </div>
        <Periods />
      </div>
    </section>
  )
}

function OnTheDevice() {
  return (
    <Part title="Kept on your device">
      <DiamondListItem>Your cart, and what you saved for later or wished for.</DiamondListItem>
      <DiamondListItem>
        Your moods: they never leave the browser. The mood tracker can export and wipe them.
      </DiamondListItem>
      <DiamondListItem>What you typed at the checkout, until you close the tab.</DiamondListItem>
      <DiamondListItem>
        Only our own cookies: <code>shop_session</code> and <code>signed_in</code> keep you signed in;{' '}
        <code>shop_code</code> says for 15 minutes that you asked for a code here; <code>shop_device</code> knows for a
        year a browser that you signed in with; <code>vid</code> remembers for 180 days which stories you liked.
      </DiamondListItem>
    </Part>
  )
}

function WithUs() {
  return (
    <Part title="Kept by us, and what for">
      <DiamondListItem>
        Your e-mail address and a name: to sign you in, and to write to you about what you do here.
      </DiamondListItem>
      <DiamondListItem>
        Your orders, with name, address, landmark, telephone number, e-mail address and instructions: to deliver them,
        and to write their invoices. Mails about an order go to your account’s address only.
      </DiamondListItem>
      <DiamondListItem>
        Your address book, with names and telephone numbers: to fill in your next order. An address is saved when you
        pay, unless you untick it; that of a gift only if you tick it.
      </DiamondListItem>
      <DiamondListItem>
        Payments: the amount, the bank’s number, a UTR that you typed, and your UPI id in part.
      </DiamondListItem>
      <DiamondListItem>
        Custom orders and what we wrote to each other about them: to price and make them.
      </DiamondListItem>
      <DiamondListItem>
        Stories and reviews: to publish them once we have read them. Products you saved while signed in.
      </DiamondListItem>
      <DiamondListItem>
        Your messages to the studio, with the telephone number if you gave one: to answer.
      </DiamondListItem>
      <DiamondListItem>
        The browser you signed in with, fingerprints of the networks you signed in from, for 30 days, and of addresses
        that ask too often, for at most a day: to keep strangers out of your account.
      </DiamondListItem>
      <DiamondListItem>
        Likes of stories, without a name. A fingerprint (HMAC) of your network address stays with your first like until
        its cookie comes back, or as long as the like where it never does: so that a visitor counts once.
      </DiamondListItem>
    </Part>
  )
}

function Others({ isDemo }: { isDemo: boolean }) {
  const { data: processors } = useSuspenseQuery(dataProcessorsQuery)
  return (
    <Part title="Who else sees it">
      {processors.map((one) => (
        <DiamondListItem key={one}>{DATA_PROCESSOR_TEXTS[one]}</DiamondListItem>
      ))}
      {isDemo && <DiamondListItem>No one: a demo shares nothing.</DiamondListItem>}
      {!isDemo && <DiamondListItem>The courier of a parcel: name, address and telephone number.</DiamondListItem>}
      <DiamondListItem>Authorities, where the law obliges us. We never sell your data.</DiamondListItem>
    </Part>
  )
}

function YourRights() {
  const { grievanceOfficer: officer } = usePublicSettings().contact
  const said = [officer.name, officer.designation, officer.email, officer.phone].filter(Boolean).join(', ')
  return (
    <Part title="Your rights">
      <DiamondListItem>
        To have it: sign in, and{' '}
        <Link to="/orders" className={LINK}>
          My Orders
        </Link>{' '}
        has “Download all my data” at its end, one file. Of messages that were sent with your address without signing
        in, it gives only number and date: a stranger may have sent them.
      </DiamondListItem>
      <DiamondListItem>
        To correct it: your saved addresses are in My Orders. For an order that is under way, for another e-mail
        address, or for anything else,{' '}
        <Link to="/contact" className={LINK}>
          write to the studio
        </Link>
        .
      </DiamondListItem>
      <DiamondListItem>
        To have it deleted, at any time, as below. That is also how you take back your consent.
      </DiamondListItem>
      <DiamondListItem>
        To name someone who can use these rights for you if you die or cannot act: write to the studio.
      </DiamondListItem>
      <DiamondListItem>
        To complain: {said ? `our grievance officer is ${said}` : 'write to the studio'}. If our answer does not satisfy
        you, you can turn to the Data Protection Board of India.
      </DiamondListItem>
    </Part>
  )
}

function AfterDeletion() {
  return (
    <Part title="After you delete your account">
      <DiamondListItem>
        You are signed out everywhere. Your account, your saved addresses and products, your messages to the studio,
        ours to you, and what is not published yet are deleted at once, and so is what someone sent with your address
        without signing in.
      </DiamondListItem>
      <DiamondListItem>
        Indian tax law (CGST Act, section 36) makes us keep the books of every sale for 72 months after the annual
        return of its year is due, so until 31 December about seven years later. An invoice keeps your name and street,
        city, state and PIN code, and a company’s name and GSTIN; the order keeps what was sold, for how much, and to
        which city; the payment keeps the bank’s numbers, a UTR that you typed too. Your telephone number, e-mail
        address, landmark and instructions are taken out of all of them at once. After that we delete name and address
        as well.
      </DiamondListItem>
      <DiamondListItem>
        An order that is still on its way keeps its address and number until it is delivered; then we delete them too.
      </DiamondListItem>
      <DiamondListItem>
        Published stories and reviews stay, without your name. Ask us and we will take them down.
      </DiamondListItem>
      <DiamondListItem>
        Our log of what we changed lists orders, tracking numbers and UTRs, but no names of customers. It names the
        admin by e-mail address, also a former one. We keep it as long as the books. Of a removed admin we also keep a
        hash of the address, so that they do not become an admin again by mistake.
      </DiamondListItem>
      <DiamondListItem>Backups contain deleted data until they are overwritten.</DiamondListItem>
    </Part>
  )
}

function HowToDelete() {
  return (
    <Part title="How to delete it">
      <DiamondListItem>
        Sign in and choose “Delete account”: the figure with the cross at the top of the page, or the last line of the
        menu on a phone.
      </DiamondListItem>
      <DiamondListItem>To delete what is on your device, clear this site’s data in your browser.</DiamondListItem>
      <DiamondListItem>
        For anything else,{' '}
        <Link to="/contact" className={LINK}>
          write to the studio
        </Link>
        .
      </DiamondListItem>
    </Part>
  )
}

function Periods() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="cut grid content-start gap-4 bg-white p-6 cut-18 sm:p-8">
      <h3 id={id} className="text-heading">
        What is deleted automatically, and when
      </h3>
      <dl className="grid gap-x-8 gap-y-4 text-cocoa-600 sm:grid-cols-2">
        {Object.entries(RETENTION).map(([name, { what, purpose, days, since }]) => (
          <div key={name}>
            <dt className="font-semibold text-cocoa-900">{what}</dt>
            <dd>
              {purpose} Deleted {formatDaySpan(days)} {since}.
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const LINK = 'font-semibold underline underline-offset-4 hover:text-ruby-700'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="cut grid content-start gap-4 bg-white p-6 cut-18 sm:p-8">
      <h3 id={id} className="text-heading">
        {title}
      </h3>
      <ul className="grid gap-3 text-cocoa-600">{children}</ul>
    </section>
  )
}
