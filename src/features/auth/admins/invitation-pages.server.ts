import { html } from 'hono/html'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'

export type InvitationErrors = { name?: string | undefined; password?: string | undefined; again?: string | undefined }

type InvitationPage = { email: string; token: string; name?: string; errors?: InvitationErrors }

export function renderInvitationPage({ email, token, name = '', errors = {} }: InvitationPage) {
  const hasErrors = Object.values(errors).some(Boolean)
  const body = html`<h1>Become an admin</h1>
    <p>You are invited to run the shop as <strong>${email}</strong>. Set your name and a password of at least 12 characters; then you sign in with this address and the password.</p>
    <form method="post" action="/api/invitation?token=${token}">
      <input type="hidden" name="email" value="${email}" autocomplete="username">
      <label>Your name
        <input name="name" autocomplete="name" maxlength="60" required value="${name}"${described('name', errors.name)}>
      </label>
      ${errorLine('name', errors.name)}
      <label>Password
        <input type="password" name="password" autocomplete="new-password" minlength="12" maxlength="200" required${described('password', errors.password)}>
      </label>
      ${errorLine('password', errors.password)}
      <label>The same password again
        <input type="password" name="again" autocomplete="new-password" minlength="12" maxlength="200" required${described('again', errors.again)}>
      </label>
      ${errorLine('again', errors.again)}
      <button type="submit">Become an admin</button>
    </form>`
  return renderMessagePage({ title: 'Become an admin', body, status: hasErrors ? 422 : 200 })
}

/** Renders the page of a link that is used, cancelled, replaced, expired or unknown. */
export function renderExpiredInvitationPage() {
  const body = html`<h1>This link is no longer valid</h1>
    <p>An invitation works once, for 48 hours, and not after it was cancelled. Ask for a new one, or sign in if you have accepted it already.</p>
    <p><a href="/admin-login">Sign in</a></p>`
  return renderMessagePage({ title: 'Invitation', body, status: 404 })
}

export function renderAdminWelcomePage({ email }: { email: string }) {
  const body = html`<h1>You are an admin now</h1>
    <p>Sign in as <strong>${email}</strong> with your password. Then open Security and set up an authenticator app.</p>
    <p><a href="/admin-login">Sign in</a></p>`
  return renderMessagePage({ title: 'Welcome', body })
}

const errorLine = (field: string, error: string | undefined) =>
  error && html`<p class="error" id="error-${field}" role="alert">${error}</p>`
const described = (field: string, error: string | undefined) =>
  error && html` aria-invalid="true" aria-describedby="error-${field}"`
