import { html } from 'hono/html'
import type { ShopError } from '#src/core/shop-error.ts'
import { plainPage } from '#src/platform/plain-page.server.ts'
import { signInPath } from './account.rules.ts'

type SignInStep = { returnTo: string; error?: string }

const errorLine = (error: string | undefined) => error && html`<p class="error" id="error" role="alert">${error}</p>`
const invalid = (error: string | undefined) => error && html` aria-invalid="true" aria-describedby="error"`

/** The first step: where to send the code. */
export function emailPage({ returnTo, error }: SignInStep) {
  const body = html`<h1>Sign in to shop</h1>
    <p>Give us your e-mail address and we send you a code. New here? The code opens your account.</p>
    ${errorLine(error)}
    <form method="post" action="${signInPath(returnTo)}">
      <label>E-mail address
        <input type="email" name="email" autocomplete="email" maxlength="254" required autofocus${invalid(error)}>
      </label>
      <button type="submit">Send my code</button>
    </form>`
  return plainPage({ title: 'Sign in', body, status: error ? 422 : 200 })
}

/** The second step. In a demo the code lies in the mailbox, which opens beside this page, or the form would be lost. */
export function codePage({ returnTo, error, email, demo }: SignInStep & { email: string; demo: boolean }) {
  const body = html`<h1>Enter your code</h1>
    <p>We sent a code of six digits to <strong>${email}</strong>. It is good for ten minutes.</p>
    ${demo && html`<p class="note">This is a demo: your code lies in the <a href="/api/demo/mailbox?to=${encodeURIComponent(email)}" target="_blank" rel="noopener">demo mailbox</a>.</p>`}
    ${errorLine(error)}
    <form method="post" action="${signInPath(returnTo)}">
      <input type="hidden" name="email" value="${email}">
      <label>Code
        <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="11" required autofocus${invalid(error)}>
      </label>
      <button type="submit">Sign in</button>
    </form>
    <p><a href="${signInPath(returnTo)}">Use another address or get a new code</a></p>`
  return plainPage({ title: 'Enter your code', body, status: error ? 422 : 200 })
}

/** When somebody tried too often. */
export function tooManyPage({ message, details }: ShopError) {
  const body = html`<h1>Not just now</h1>
    <p class="error" role="alert">${message}</p>
    <p><a href="/api/login">Back to signing in</a></p>`
  const headers = { 'Retry-After': String(details.retryAfterSeconds) }
  return plainPage({ title: 'Not just now', body, status: 429, headers })
}
