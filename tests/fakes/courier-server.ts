import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

export type Answer = { status: number; body: unknown }
export type CourierRequest = { method: string; path: string; query: URLSearchParams; token: string; body: string }
/** How a call at this path fails, or what happens meanwhile: before anything is done, or after it, so that only the answer is lost. */
export type Trouble = {
  at: string
  as: 'silence' | 'hang-up' | 'break-off' | 'endless' | number | Answer | 'an answer'
  done?: boolean
  meanwhile?: () => Promise<unknown>
}

export const PDF = Buffer.from('%PDF-1.4\n% a label\n%%EOF\n')

type Start = { answerTo: (request: CourierRequest, url: string) => Answer; onEnd: (end: () => void) => void }

/** A server that answers as a courier, and fails as the test says. A Buffer is sent as a PDF, a text as it is. */
export async function startCourierServer({ answerTo, onEnd }: Start) {
  const requests: CourierRequest[] = []
  const troubles: Trouble[] = []
  let isDown = false
  let url = ''
  const server = createServer(async (incoming, response) => {
    if (isDown) return void response.destroy()
    const request = await read(incoming)
    requests.push(request)
    const index = troubles.findIndex(({ at }) => request.path.includes(at))
    const [trouble] = index < 0 ? [] : troubles.splice(index, 1)
    await trouble?.meanwhile?.()
    const isAnswered = !trouble || trouble.as === 'an answer'
    const answer = isAnswered || trouble.done ? answerTo(request, url) : undefined
    await say(response, !trouble || trouble.as === 'an answer' ? (answer ?? { status: 500, body: {} }) : trouble.as)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url,
    requests,
    meets: (...next: Trouble[]) => void troubles.push(...next),
    /** Refuses every connection until it is up again. */
    setDown: (down: boolean) => {
      isDown = down
    },
    countCalls: (path: string) => requests.filter((request) => request.path.includes(path)).length,
  }
}

async function say(response: ServerResponse, as: Exclude<Trouble['as'], 'an answer'>): Promise<void> {
  if (as === 'silence') return
  if (as === 'hang-up') return void response.destroy()
  if (as === 'break-off') return void response.write('%PDF-1.4', () => response.destroy())
  if (as === 'endless') return void Readable.from(withoutEnd()).pipe(response)
  const { status, body } = typeof as === 'number' ? { status: as, body: { message: 'Server error' } } : as
  const type = Buffer.isBuffer(body) ? 'application/pdf' : 'application/json'
  const isSentAsItIs = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': type }).end(isSentAsItIs ? body : JSON.stringify(body))
}

function* withoutEnd() {
  for (;;) yield Buffer.alloc(1_000_000, '%PDF')
}

async function read(incoming: IncomingMessage): Promise<CourierRequest> {
  let body = ''
  for await (const part of incoming) body += part
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://courier')
  const token = String(incoming.headers.authorization ?? '').split(' ')[1] ?? ''
  return { method: incoming.method ?? '', path: pathname, query: searchParams, token, body }
}

/** A time as couriers write it: Indian, without an offset. */
export function indianTime(at: Date): string {
  return new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 19)
}
