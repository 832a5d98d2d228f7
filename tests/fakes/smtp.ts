import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

type MailServer = { refuses?: boolean; onEnd?: (end: () => void) => void }

/** A mail server without encryption that takes everything, or refuses every recipient, and keeps each line that it was told. */
export async function startFakeSmtp({ refuses = false, onEnd = onTestFinished }: MailServer = {}) {
  const told: string[] = []
  const server: Server = createServer((socket) => {
    const answer = conversation({ told, refuses })
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
  return { told, url: `smtp://127.0.0.1:${port}` }
}

function conversation({ told, refuses }: { told: string[]; refuses: boolean }) {
  let inMessage = false
  return (line: string) => {
    told.push(line)
    if (inMessage && line !== '.') return ''
    inMessage = line === 'DATA'
    if (inMessage) return '354 go on\r\n'
    return refuses && line.startsWith('RCPT') ? '550 no such box\r\n' : '250 ok\r\n'
  }
}
