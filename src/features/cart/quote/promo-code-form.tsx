import X from 'lucide-react/icons/x'
import { type FormEvent, useId, useRef, useState } from 'react'
import { formatAmount, rupees } from '#src/core/money.ts'
import { signInPath } from '#src/features/auth/sign-in/sign-in-path.ts'
import { Button, buttonClass, IconButton } from '#src/ui/forms/button.tsx'
import { controlClass } from '#src/ui/forms/field.tsx'
import { MAX_PROMO_CODE_LENGTH, usePromoCode } from './promo-code-store.ts'
import type { AppliedPromotion } from './use-promotion.ts'

export function PromoCodeForm({ promotion }: { promotion: AppliedPromotion }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { code, result, isChecking } = promotion
  const { apply, remove } = usePromoCode()
  const [typed, setTyped] = useState(code ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(typed)
  }
  function removeCode() {
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
            maxLength={MAX_PROMO_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby={`${id}-said`}
            aria-invalid={result?.ok === false || undefined}
            onChange={(event) => setTyped(event.target.value)}
            className={`${controlClass} h-11 min-w-0 uppercase`}
          />
          <Button type="submit" variant="secondary" size="small" pending={isChecking}>
            Apply
          </Button>
        </div>
      </form>
      <div className="flex items-center justify-between gap-3">
        <p
          id={`${id}-said`}
          role="status"
          className={`min-w-0 text-small [overflow-wrap:anywhere] ${result?.ok ? 'font-semibold text-ok' : 'text-err'}`}
        >
          {statusText(promotion)}
        </p>
        {result && (
          <IconButton label={`Remove ${code}`} onClick={removeCode} className="-mr-3 text-cocoa-600">
            <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </IconButton>
        )}
      </div>
      {result?.reason === 'SIGN_IN' && (
        <a href={signInPath('/cart')} className={`${buttonClass({ variant: 'link' })} w-fit text-small`}>
          Sign in to use {code}
        </a>
      )}
    </div>
  )
}

function statusText({ code, result, discount }: AppliedPromotion): string | undefined {
  return result?.ok ? `${code} applied: you save ${formatAmount(rupees(discount))}.` : result?.message
}
