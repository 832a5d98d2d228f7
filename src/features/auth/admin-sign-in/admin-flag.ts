/**
 * The flag that the specification keeps in the browser: it chooses which screen is drawn and means nothing to the server,
 * which decides every call of the maker by the session. To be called in the browser only.
 */
const FLAG = 'admin_authenticated'
const EMAIL = 'admin_email'

export function setAdminFlag(email: string): void {
  localStorage.setItem(FLAG, 'true')
  localStorage.setItem(EMAIL, email)
}

export function hasAdminFlag(): boolean {
  return localStorage.getItem(FLAG) === 'true'
}

export function clearAdminFlag(): void {
  localStorage.removeItem(FLAG)
  localStorage.removeItem(EMAIL)
}
