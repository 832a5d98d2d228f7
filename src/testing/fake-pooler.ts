import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenLocally } from './resources.ts'

const MAY_SAY = new Set(['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone'])

type Visitor = { socket: Socket; waiting: Buffer[]; isOpen: boolean }

/** Imitates PgBouncer before 1.21 in transaction mode, without session reset. Returns its address. */
export async function startFakePooler(to: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(to)
  const far = connect(Number(port), hostname).on('error', () => {})
  const parameters = ['user', decodeURIComponent(username), 'database', pathname.slice(1), '', ''].join('\0')
  far.write(Buffer.concat([int32(parameters.length + 8), int32(196_608), Buffer.from(parameters)]))
  const visitors: Visitor[] = []
  let owner: Visitor | undefined
  let isReady = false

  function goOn() {
    if (owner || !isReady) return
    owner = visitors.find(({ waiting }) => waiting.length > 0)
    for (const sent of owner?.waiting.splice(0) ?? []) far.write(sent)
  }

  let answers = Buffer.alloc(0)
  far.on('data', (bytes) => {
    owner?.socket.write(bytes)
    answers = Buffer.concat([answers, Buffer.from(bytes)])
    for (
      ;
      answers.length >= 5 && answers.length > answers.readInt32BE(1);
      answers = answers.subarray(1 + answers.readInt32BE(1))
    )
      // ReadyForQuery outside a transaction.
      if (answers[0] === 0x5a && answers[5] === 0x49) {
        isReady = true
        owner = undefined
      }
    goOn()
  })

  const server = createServer((socket) => {
    const visitor: Visitor = { socket: socket.on('error', () => {}), waiting: [], isOpen: false }
    socket.on('close', () => visitors.splice(visitors.indexOf(visitor), 1))
    visitors.push(visitor)
    socket.on('data', (bytes) => {
      const sent = Buffer.from(bytes)
      if (!visitor.isOpen) return void welcome(visitor, sent)
      if (sent[0] === 0x58) return void socket.end()
      if (owner === visitor) far.write(sent)
      else visitor.waiting.push(sent)
      goOn()
    })
  })
  const url = new URL(to)
  url.host = `127.0.0.1:${await listenLocally(server)}`
  onTestFinished(() => {
    far.destroy()
    for (const { socket } of [...visitors]) socket.destroy()
  })
  return url.href
}

function welcome(visitor: Visitor, sent: Buffer): void {
  const words = sent.subarray(8).toString().split('\0')
  const names = words.filter((word, nth) => nth % 2 === 0 && word !== '')
  const unknown = names.find((name) => !MAY_SAY.has(name.toLowerCase()))
  if (unknown) {
    const refusal = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
    visitor.socket.end(message('E', Buffer.from(refusal)))
    return
  }
  visitor.isOpen = true
  visitor.socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]))
}

const message = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body])

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
