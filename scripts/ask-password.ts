import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Reads a password from the terminal, twice and hidden, or else the first line of standard input. Throws when the two
 * differ, or on Ctrl-C.
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  const password = await hiddenLine('New password: ')
  if ((await hiddenLine('The same again: ')) !== password) throw new Error('The two passwords differ')
  return password
}

/** `readline` echoes what is typed to its output, which discards it. */
function hiddenLine(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output, terminal: true })
  process.stderr.write(question)
  return new Promise((resolve, reject) => {
    line.once('line', (typed) => {
      line.close()
      process.stderr.write('\n')
      resolve(typed)
    })
    line.once('SIGINT', () => {
      line.close()
      process.stderr.write('\n')
      reject(new Error('It was stopped'))
    })
  })
}
