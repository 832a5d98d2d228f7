import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { FacetItem } from '#src/ui/facet.tsx'

/** What is known of a person, where, and how it ends. Whoever changes what is kept changes these sentences. */
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
            No advertising, no tracking, no script or picture from anybody else: your browser talks to this shop alone.
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
          <AfterDeletion />
          <HowToDelete />
        </div>
      </div>
    </section>
  )
}

function OnTheDevice() {
  return (
    <Part title="Kept on your device">
      <FacetItem>Your cart, and what you saved for later or wished for.</FacetItem>
      <FacetItem>Your moods: they never leave the browser. The mood tracker can export and wipe them.</FacetItem>
      <FacetItem>What you typed at the checkout, until you close the tab.</FacetItem>
      <FacetItem>
        Cookies of our own: they keep you signed in and remember which stories you liked. There are no others.
      </FacetItem>
    </Part>
  )
}

function WithUs() {
  return (
    <Part title="Kept by us">
      <FacetItem>Your e-mail address and your name, if you have an account.</FacetItem>
      <FacetItem>Your orders: what, for how much, where to, and the bank's number of the payment.</FacetItem>
      <FacetItem>
        What you send us yourself: custom orders, stories, reviews, and what you saved while signed in. When we publish
        a story or a review of yours, we tell you by e-mail if we have your address.
      </FacetItem>
      <FacetItem>
        Messages to the studio and our answers, for a year, so that we can help when you come back to one.
      </FacetItem>
      <FacetItem>
        That we wrote to you, for a year. The words of our e-mails and SMS are deleted after thirty days, those with
        sign-in codes after one.
      </FacetItem>
    </Part>
  )
}

function AfterDeletion() {
  return (
    <Part title="After you delete your account">
      <FacetItem>
        You are signed out everywhere. Your account, your messages to the studio and ours to you are gone at once.
      </FacetItem>
      <FacetItem>
        Indian tax law makes us keep the books of every sale for six years: what was sold, for how much, to which city,
        state and PIN code, and how it was paid. Your name, street, e-mail address and telephone number are taken out.
      </FacetItem>
      <FacetItem>
        An order that is still on its way keeps its address until it is delivered; then that goes too.
      </FacetItem>
    </Part>
  )
}

function HowToDelete() {
  return (
    <Part title="How to delete it">
      <FacetItem>
        Sign in and choose “Delete account”: the figure with the cross at the top of the page, or the last line of the
        menu on a phone.
      </FacetItem>
      <FacetItem>What is on your device goes when you clear this site's data in your browser.</FacetItem>
      <FacetItem>
        For anything else,{' '}
        <Link to="/contact" className="font-semibold underline underline-offset-4 hover:text-ruby-700">
          write to the studio
        </Link>
        .
      </FacetItem>
    </Part>
  )
}

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
