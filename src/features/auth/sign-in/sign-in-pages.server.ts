import { html } from 'hono/html'
import type { DomainError } from '#src/core/domain-error.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { signInPath } from './sign-in-path.ts'

type SignInStep = { returnTo: string; error?: string }

const errorLine = (error: string | undefined) => error && html`<p class="error" id="error" role="alert">${error}</p>`
const invalid = (error: string | undefined) => error && html` aria-invalid="true" aria-describedby="error"`

export function renderEmailPage({ returnTo, error, email = '' }: SignInStep & { email?: string }) {
  const body = html`<h1>Sign in to shop</h1>
    <p>Enter your e-mail address and we will send you a code. New here? The code also creates your account.</p>
    ${errorLine(error)}
    <form method="post" action="${signInPath(returnTo)}">
      <label>E-mail address
        <input type="email" name="email" autocomplete="email" maxlength="254" value="${email}" required autofocus${invalid(error)}>
      </label>
      <button type="submit">Send my code</button>
    </form>
    <p class="muted">We use your address to sign you in and to write to you about your orders. <a href="/about#privacy">How we use your data</a></p>`
  return renderMessagePage({ title: 'Sign in', body, status: error ? 422 : 200 })
}

type CodeStep = SignInStep & { email: string; demo: boolean }

export function renderCodePage({ isAgain, ...step }: CodeStep & { isAgain?: boolean }) {
  const body = html`<h1>Enter your code</h1>
    <p>We ${isAgain ? 'have just sent you' : 'sent'} a code of six digits to <strong>${step.email}</strong>. It is good for ten minutes.</p>
    ${mailboxNote(step)}
    ${errorLine(step.error)}
    ${codeForm(step)}`
  return renderMessagePage({ title: 'Enter your code', body, status: step.error ? 422 : 200 })
}

/** Renders the page for a code that was requested in another browser, or too long ago. */
export function renderWrongBrowserPage(step: CodeStep) {
  const body = html`<h1>Enter your code</h1>
    ${errorLine(step.error)}
    <form method="post" action="${signInPath(step.returnTo)}">
      <input type="hidden" name="email" value="${step.email}">
      <button type="submit">Send a new code to ${step.email}</button>
    </form>
    <p><a href="${signInPath(step.returnTo)}">Use another address</a></p>`
  return renderMessagePage({ title: 'Enter your code', body, status: 422 })
}

/** Renders the page for too many requests; a code sent earlier still works. */
export function renderCodeLimitPage({ message, details }: DomainError, step: CodeStep) {
  const body = html`<h1>Please wait a moment</h1>
    ${errorLine(message)}
    <p>Did you ask for a code in this browser less than ten minutes ago? It is still valid: check the inbox of <strong>${step.email}</strong> and enter it here.</p>
    ${mailboxNote(step)}
    ${codeForm({ ...step, error: message })}`
  const headers = { 'Retry-After': String(details.retryAfterSeconds) }
  return renderMessagePage({ title: 'Too many requests', body, status: 429, headers })
}

export function renderIpLimitPage(
  { message, returnTo }: { message: string; returnTo: string },
  retryAfterSeconds: number,
) {
  const body = html`<h1>Please wait a moment</h1>
    ${errorLine(message)}
    <p>Many requests came from your network at once. A code that we already sent you stays valid for ten minutes.</p>
    <p><a href="${signInPath(returnTo)}">Back to the sign-in page</a></p>`
  return renderMessagePage({
    title: 'Too many requests',
    body,
    status: 429,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** The demo's mailbox opens in a new tab, so that the form stays. */
function mailboxNote({ demo, email }: CodeStep) {
  const mailbox = `/api/demo/mailbox?to=${encodeURIComponent(email)}`
  return (
    demo &&
    html`<p class="note">This is a demo: your code is in the <a href="${mailbox}" target="_blank" rel="noopener">demo mailbox</a>.</p>`
  )
}

function codeForm({ returnTo, error, email }: CodeStep) {
  return html`<form method="post" action="${signInPath(returnTo)}">
      <input type="hidden" name="email" value="${email}">
      <label>Code
        <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="11" required autofocus${invalid(error)}>
      </label>
      <button type="submit">Sign in</button>
    </form>
    <p><a href="${signInPath(returnTo)}">Use another address or get a new code</a></p>`
}
