import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenLocally } from './resources.ts'

export type BreakableConnection = {
  url: string
  cut: (when?: string) => void
  stall: () => void
  restore: () => void
}

export async function breakableConnection(to: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(to)
  const line = { isCut: false, isHushed: false, cutsAt: undefined as string | undefined }
  const ends = new Set<Socket>()
  const destroyAll = () => {
    for (const end of ends) end.destroy()
  }
  const server = createServer((near) => {
    if (line.isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        ends.delete(end)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (sent) => {
      if (line.cutsAt && sent.includes(line.cutsAt)) return near.destroy()
      if (!line.isHushed) far.write(sent)
    })
    far.on('data', (answer) => {
      if (!line.isHushed) near.write(answer)
    })
  })
  const url = new URL(to)
  url.host = `127.0.0.1:${await listenLocally(server)}`
  onTestFinished(destroyAll)
  return {
    url: url.href,
    cut: (when) => {
      line.cutsAt = when
      line.isCut = when === undefined
      if (line.isCut) destroyAll()
    },
    stall: () => {
      line.isHushed = true
    },
    restore: () => Object.assign(line, { isCut: false, isHushed: false, cutsAt: undefined }),
  }
}
