import type pg from 'pg'

export type CopiedRows = { data: Buffer; rows: number }

/** Runs `copy … to stdout`. The whole result is held in memory. */
export async function copyOut(client: pg.ClientBase, statement: string): Promise<CopiedRows> {
  const data = new GrowingBuffer()
  const rows = await runCopy(client, {
    send: (connection) => connection.query(statement),
    receive: (piece) => data.append(piece),
  })
  return { data: data.content(), rows }
}

export function copyIn(client: pg.ClientBase, statement: string, data: Buffer): Promise<number> {
  return runCopy(client, {
    // The embedded database takes the command and its data only in one write. A server skips the data of a failed command.
    send: (connection) => {
      connection.stream.cork()
      connection.query(statement)
      connection.sendCopyFromChunk(data)
      connection.endCopyFrom()
      connection.stream.uncork()
    },
    receive: () => {},
  })
}

type Connection = {
  stream: { cork: () => void; uncork: () => void }
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

type Copy = { send: (connection: Connection) => void; receive: (piece: Buffer) => void }

/** A query that answers the messages of COPY, which the driver's own queries refuse. */
async function runCopy(client: pg.ClientBase & { pipeline?: boolean }, { send, receive }: Copy): Promise<number> {
  // The driver refuses such queries where others may follow before the answer. Here none does.
  const { pipeline = false } = client
  Object.assign(client, { pipeline: false })
  return new Promise<number>((resolve, reject) => {
    let rows = 0
    const query = {
      submit: (connection: unknown) => send(connection as Connection),
      handleCopyInResponse: () => {},
      handleCopyData: ({ chunk }: { chunk: Buffer }) => receive(chunk),
      handleCommandComplete: ({ text }: { text: string }) => {
        rows = Number(text.split(' ').at(-1))
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(rows),
    }
    client.query(query)
  }).finally(() => Object.assign(client, { pipeline }))
}

const FIRST_BYTES = 1024 * 1024

/** Copies what it gets: the driver reuses the memory of its messages. */
class GrowingBuffer {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0

  append(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#buffer.length * 2))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    piece.copy(this.#buffer, this.#length)
    this.#length = length
  }

  content(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
