import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { dataProcessorsQuery } from '#src/browser/data-processors.queries.ts'
import { DATA_PROCESSOR_TEXTS } from '#src/core/data-processors.ts'
import { formatDaySpan, RETENTION } from '#src/core/retention.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { DiamondListItem } from '#src/ui/diamond-mark.tsx'

/** Update this text with every change of the stored data; the periods come from the retention table. */
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
            No advertising, no tracking, no script from anybody else. Your browser talks to this shop alone, unless a
            picture of a product lies at another address, or you leave for your UPI app or another site.
          </p>
        </div>
        {isDemo && (
          <p className="bg-warn-tint px-5 py-4 text-warn">
            This is a demonstration: it sends no message, and everybody can read in its mailbox what it would have sent.
            Please use invented names and addresses.
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
        Cookies of our own, and no others: <code>shop_session</code> and <code>signed_in</code> keep you signed in;{' '}
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
        its cookie comes back, or as long as the like where it never does: so that one visitor counts once.
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
      {isDemo && <DiamondListItem>Nobody: a demonstration passes nothing on.</DiamondListItem>}
      {!isDemo && <DiamondListItem>The courier of a parcel: name, address and telephone number.</DiamondListItem>}
      <DiamondListItem>Authorities, where the law obliges us. We sell your data to nobody.</DiamondListItem>
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
        has “Download all my data” at its end, one file. Of what somebody sent with your address without signing in, it
        gives the number and date only: that may be a stranger’s.
      </DiamondListItem>
      <DiamondListItem>
        To correct it: name and address are typed anew with every order. For an order that is under way, for another
        e-mail address, or for anything else,{' '}
        <Link to="/contact" className={LINK}>
          write to the studio
        </Link>
        .
      </DiamondListItem>
      <DiamondListItem>
        To have it deleted, at any time, as below. That is also how you take back your consent.
      </DiamondListItem>
      <DiamondListItem>
        To name somebody who has these rights for you if you die or cannot act: write to the studio.
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
        You are signed out everywhere. Your account, what you saved, your messages to the studio, ours to you, and what
        nobody has read or published yet are gone at once, and so is what came with your address from somebody who was
        not signed in.
      </DiamondListItem>
      <DiamondListItem>
        Indian tax law (CGST Act, section 36) makes us keep the books of every sale for 72 months after the annual
        return of its year is due, so until the 31 December some seven years later. An invoice keeps your name and
        street, city, state and PIN code; the order keeps what was sold, for how much, and to which city; the payment
        keeps the bank’s numbers, a UTR that you typed too. Your telephone number, e-mail address, landmark and
        instructions are taken out of all of them at once. When the time is over, name and address go as well.
      </DiamondListItem>
      <DiamondListItem>
        An order that is still on its way keeps its address and number until it is delivered; then they go too.
      </DiamondListItem>
      <DiamondListItem>
        Published stories and reviews stay, without your name. Ask us, and we take them down.
      </DiamondListItem>
      <DiamondListItem>
        Our log of what we changed lists orders, tracking numbers and UTRs, and no names of customers. It says who of us
        did it by e-mail address, former admins too. It stays as long as the books. Of a removed admin we also keep a
        hash of the address, so that they do not become one again by mistake.
      </DiamondListItem>
      <DiamondListItem>Backups still have what was deleted, until they are overwritten.</DiamondListItem>
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
      <DiamondListItem>What is on your device goes when you clear this site’s data in your browser.</DiamondListItem>
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
        What goes by itself, and when
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
