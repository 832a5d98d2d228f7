import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { useUser } from '#src/features/auth/auth.queries.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { joinWaitlist, leaveWaitlist, waitlistQuery } from '#src/features/catalog/waitlist/waitlist.queries.ts'
import { PrivacyNote } from '#src/features/settings/policies/policy-links.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'

type BackInStockProps = { product: Pick<Product, 'id' | 'name'> }

export function BackInStock({ product }: BackInStockProps) {
  const user = useUser()
  return (
    <section aria-label="Back in stock" className="border border-line bg-white px-5 py-5">
      {user ? <CustomerRequest product={product} user={user} /> : <VisitorRequest product={product} />}
    </section>
  )
}

function CustomerRequest({ product, user }: BackInStockProps & { user: User }) {
  const { data } = useSuspenseQuery(waitlistQuery(product.id))
  const joining = useMutation(joinWaitlist(product.id))
  const stopping = useMutation(leaveWaitlist(product.id))
  return (
    <div className="grid gap-3">
      <div role="status">{data.waiting ? <Promised name={product.name} email={user.email} /> : <p>{QUESTION}</p>}</div>
      {data.waiting ? (
        <Button
          variant="link"
          className="justify-self-start"
          pending={stopping.isPending}
          onClick={() => stopping.mutate()}
        >
          Do not write to me
        </Button>
      ) : (
        <Button variant="secondary" pending={joining.isPending} onClick={() => joining.mutate({})}>
          {ASK}
        </Button>
      )}
    </div>
  )
}

function VisitorRequest({ product }: BackInStockProps) {
  const joining = useMutation(joinWaitlist(product.id))
  const form = useFocusOnRefusal(joining.error)
  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    if (!joining.isPending) joining.mutate({ email: email.trim() })
  }
  return (
    <>
      <div role="status">
        {joining.isSuccess && (
          <div className="grid justify-items-start gap-3">
            <Promised name={product.name} email={joining.variables.email ?? ''} />
            <p className="text-cocoa-600 text-meta">
              If you stopped these e-mails before, please sign in and ask again.
            </p>
            <Button variant="link" onClick={() => joining.reset()}>
              Use another address
            </Button>
          </div>
        )}
      </div>
      {!joining.isSuccess && (
        <form ref={form} onSubmit={ask} noValidate className="grid gap-3">
          <p>{QUESTION}</p>
          <Field
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            error={readFormErrors(joining.error)?.fields.email}
            required
          />
          <PrivacyNote text="We write once, when it is back, and for nothing else." />
          <Button type="submit" variant="secondary" pending={joining.isPending}>
            {ASK}
          </Button>
        </form>
      )}
    </>
  )
}

const ASK = 'Tell me when it is back'
const QUESTION = 'It is sold out. Shall we write to you once, when it is back?'

function Promised({ name, email }: { name: string; email: string }) {
  return (
    <p>
      We will write to <strong className="break-all">{email}</strong> once, when {name} is back within a year. If only a
      few pieces come in, we write first to those who asked first.
    </p>
  )
}
