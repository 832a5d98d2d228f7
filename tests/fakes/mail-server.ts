import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.ts'

type MailServer = {
  /** STARTTLS, with a certificate of its own making (`trustLocalhost`). */
  hasTls?: boolean
  /** Answers to recipients, the last one for all that follow. 250 accepts. */
  recipients?: readonly number[]
  /** The text of a refusal. */
  refusal?: string
  /** Cuts so many connections, before the end of the mail or before it is acknowledged. */
  cuts?: { times: number; at: 'in-data' | 'before-answer' }
  /** Keeps only the beginning of each mail: thousands would fill the memory. */
  keepsCharacters?: number
  onEnd?: (end: () => void) => void
}

type Mail = { from: string; to: string[]; isEncrypted: boolean; raw: string }

/** A mail server on a port of its own. `attempts` counts recipients that were named, `mails` what it accepted. */
export async function startMailServer(options: MailServer = {}) {
  const { hasTls = false, recipients = [250], refusal = 'not now', keepsCharacters, onEnd = onTestFinished } = options
  const cuts = { times: 0, at: 'in-data', ...options.cuts }
  const mails: Mail[] = []
  const counted = { connections: 0, attempts: 0 }
  const cut = ({ id }: SMTPServerSession) => {
    cuts.times -= 1
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy()
  }
  const server: SMTPServer = new SMTPServer({
    ...(hasTls ? LOCALHOST_CERTIFICATE : { hideSTARTTLS: true }),
    disabledCommands: hasTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect(_session, accept) {
      counted.connections += 1
      accept()
    },
    onRcptTo(_address, _session, accept) {
      const code = recipients[Math.min(counted.attempts, recipients.length - 1)] ?? 250
      counted.attempts += 1
      accept(code === 250 ? null : Object.assign(new Error(refusal), { responseCode: code }))
    },
    async onData(stream, session, accept) {
      if (cuts.times > 0 && cuts.at === 'in-data') {
        stream.once('data', () => cut(session))
        return
      }
      const raw = await text(stream).catch(() => undefined)
      // The client left before the end of the mail.
      if (raw === undefined) return
      const { mailFrom, rcptTo } = session.envelope
      mails.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        isEncrypted: session.secure,
        raw: raw.slice(0, keepsCharacters),
      })
      if (cuts.times > 0) cut(session)
      else accept()
    },
  })
  // A client that leaves in the middle is what these tests are about.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onEnd(() => server.close())
  const { port } = server.server.address() as AddressInfo
  return { mails, counted, url: `smtp://127.0.0.1:${port}` }
}
