import { once } from 'node:events'
import { connect } from 'node:tls'

const EVERY_MS = 600_000
const TIMEOUT_MS = 5000

/** Reads the certificate that the proxy shows to visitors, also an expired one. */
export async function readCertificateExpiry(publicUrl: string): Promise<Date> {
  const { hostname, port } = new URL(publicUrl)
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  })
  socket.on('timeout', () => socket.destroy(new Error('No answer')))
  try {
    await once(socket, 'secureConnect')
    return new Date(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}

/** Returns when the certificate expires, in seconds since 1970; NaN while it is unknown. */
export function watchCertificate(publicUrl: string, everyMs = EVERY_MS): () => number {
  let expiresAt = Number.NaN
  const look = async () => {
    const date = await readCertificateExpiry(publicUrl).catch(() => undefined)
    if (date) expiresAt = date.getTime() / 1000
  }
  if (publicUrl.startsWith('https:')) {
    void look()
    setInterval(look, everyMs).unref()
  }
  return () => expiresAt
}
