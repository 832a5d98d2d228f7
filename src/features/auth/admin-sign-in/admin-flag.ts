/** A browser flag of the specification: it only chooses the screen. The server decides each request by the session. */
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
