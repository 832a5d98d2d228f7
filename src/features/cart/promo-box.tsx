import { X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { formatAmount, rupees } from '#src/core/money.ts'
import { signInPath } from '#src/features/account/account.rules.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { controlClass } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PROMO_CODE_MAX, usePromoCode } from './promo-code.ts'
import type { Promotion } from './use-promotion.ts'

/** One code at a time, with its effect or the reason why it has none. */
export function PromoBox({ promotion }: { promotion: Promotion }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { code, answer, isAsking } = promotion
  const { apply, remove } = usePromoCode()
  const [typed, setTyped] = useState(code ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(typed)
  }
  function takeAway() {
    remove()
    setTyped('')
    input.current?.focus()
  }
  return (
    <div className="grid gap-1.5 border-line-strong/50 border-t pt-5">
      <form onSubmit={submit} className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold text-small">
          Promo Code
        </label>
        <div className="flex gap-2.5">
          <input
            ref={input}
            id={id}
            type="text"
            value={typed}
            maxLength={PROMO_CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby={`${id}-said`}
            aria-invalid={answer?.ok === false || undefined}
            onChange={(event) => setTyped(event.target.value)}
            className={`${controlClass} h-11 min-w-0 uppercase`}
          />
          <Button type="submit" variant="secondary" size="small" pending={isAsking}>
            Apply
          </Button>
        </div>
      </form>
      <div className="flex items-center justify-between gap-3">
        <p
          id={`${id}-said`}
          role="status"
          className={`text-small ${answer?.ok ? 'font-semibold text-ok' : 'text-err'}`}
        >
          {saidOf(promotion)}
        </p>
        {answer && (
          <IconButton label={`Remove ${code}`} onClick={takeAway} className="-mr-3 text-cocoa-600">
            <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </IconButton>
        )}
      </div>
      {answer?.reason === 'SIGN_IN' && (
        <a href={signInPath('/cart')} className={`${buttonClass({ variant: 'link' })} w-fit text-small`}>
          Sign in to use {code}
        </a>
      )}
    </div>
  )
}

function saidOf({ code, answer, discount }: Promotion): string | undefined {
  return answer?.ok ? `${code} applied: you save ${formatAmount(rupees(discount))}.` : answer?.message
}
