import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

type MailServer = { refuses?: boolean; onEnd?: (end: () => void) => void }

/** A mail server without TLS that accepts everything, or rejects every recipient, and records each line it receives. */
export async function startFakeSmtp({ refuses = false, onEnd = onTestFinished }: MailServer = {}) {
  const received: string[] = []
  const server: Server = createServer((socket) => {
    const answer = conversation({ received, refuses })
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) socket.write(answer(line))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { received, url: `smtp://127.0.0.1:${port}` }
}

function conversation({ received, refuses }: { received: string[]; refuses: boolean }) {
  let inMessage = false
  return (line: string) => {
    received.push(line)
    if (inMessage && line !== '.') return ''
    inMessage = line === 'DATA'
    if (inMessage) return '354 go on\r\n'
    return refuses && line.startsWith('RCPT') ? '550 no such box\r\n' : '250 ok\r\n'
  }
}
