import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { formatAmount, rupees } from '#src/core/money.ts'
import { signInPath } from '#src/features/account/account.rules.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Facet } from '#src/ui/facet.tsx'
import { controlClass } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PROMO_CODE_MAX, usePromoCode } from './promo-code.ts'
import type { Promotion } from './use-promotion.ts'

/** One code at a time: typed and applied, then standing there with its effect, or with the reason why it has none. */
export function PromoBox({ promotion }: { promotion: Promotion }) {
  const id = useId()
  const { code, answer, discount } = promotion
  const isApplied = answer?.ok === true
  return (
    <div className="grid gap-2 border-line-strong/50 border-t pt-5">
      {isApplied && code ? <AppliedCode code={code} /> : <CodeForm id={id} promotion={promotion} />}
      <p id={`${id}-said`} role="status" className={`text-small empty:hidden ${isApplied ? 'sr-only' : 'text-err'}`}>
        {isApplied ? `${code} applied: you save ${formatAmount(rupees(discount))}.` : answer?.message}
      </p>
      {answer?.reason === 'SIGN_IN' && (
        <a href={signInPath('/cart')} className={`${buttonClass({ variant: 'link' })} w-fit text-small`}>
          Sign in to use {code}
        </a>
      )}
    </div>
  )
}

function AppliedCode({ code }: { code: string }) {
  const remove = usePromoCode((state) => state.remove)
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="flex items-center gap-3 text-small">
        <Facet />
        <span>
          Promo Code <strong className="font-semibold">{code}</strong>
        </span>
      </p>
      <IconButton label={`Remove ${code}`} onClick={remove} className="-my-2 -mr-3 text-cocoa-600">
        <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
    </div>
  )
}

function CodeForm({ id, promotion: { code, answer, isAsking } }: { id: string; promotion: Promotion }) {
  const { apply, remove } = usePromoCode()
  const [typed, setTyped] = useState(code ?? '')
  const isRefused = answer?.ok === false

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(typed)
  }
  return (
    <form onSubmit={submit} className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-small">
        Promo Code
      </label>
      <div className="flex gap-2.5">
        <input
          id={id}
          type="text"
          value={typed}
          maxLength={PROMO_CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={`${id}-said`}
          aria-invalid={isRefused || undefined}
          onChange={(event) => setTyped(event.target.value)}
          className={`${controlClass} h-11 min-w-0 uppercase`}
        />
        <Button type="submit" variant="secondary" size="small" pending={isAsking}>
          Apply
        </Button>
      </div>
      {isRefused && (
        <Button variant="link" onClick={remove} className="w-fit text-small">
          Remove {code}
        </Button>
      )}
    </form>
  )
}
