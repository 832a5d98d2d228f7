import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { enableJsonLog } from '#src/server/telemetry/log.server.ts'
import { createProxyWarning } from './warn-untrusted-proxy.server.ts'

function aWatch(isLive: boolean) {
  const lines: string[] = []
  enableJsonLog('info', { write: (line) => lines.push(line) })
  onTestFinished(() => {
    configureProcess({ trustedProxies: [] })
    Reflect.deleteProperty(globalThis, 'logLines')
  })
  const watch = createProxyWarning({ isLive })
  const ask = (from: string, forwardedFor?: string) => {
    const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }))
    if (forwardedFor) request.headers['x-forwarded-for'] = forwardedFor
    watch(request)
  }
  return { lines, ask }
}

it('a live shop warns once about an unknown proxy', () => {
  configureProcess({ trustedProxies: ['10.0.0.0/8'] })
  const { lines, ask } = aWatch(true)
  ask('203.0.113.7')
  ask('10.0.0.1', '203.0.113.7')
  expect(lines).toEqual([])
  for (let nth = 0; nth < 3; nth++) ask('172.18.0.1', '203.0.113.7')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('set TRUSTED_PROXIES')
})

it('a demo does not warn about it', () => {
  const { lines, ask } = aWatch(false)
  ask('172.18.0.1', '203.0.113.7')
  expect(lines).toEqual([])
})
