import { createECDH, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { isPublicAddress, isPushEndpoint } from './push-endpoint.server.ts'
import { authorizePush, encryptPush } from './web-push.server.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('encrypts the example of RFC 8291, appendix A, byte for byte', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const device = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const sent = encryptPush('When I grow up, I want to be a watermelon', device, {
    ecdh,
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('signs for the origin of one push service, for at most a day', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = new Date('2026-11-21T10:00:00Z')
  const endpoint = new URL('https://push.example/send/abc?d=1')
  const authorization = authorizePush({ publicKey: 'BK', privateKey }, { endpoint, contact: 'mailto:a@b.example', now })
  const [, claims = ''] = /^vapid t=[\w-]+\.([\w-]+)\.[\w-]{86}, k=BK$/.exec(authorization) ?? []
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'mailto:a@b.example',
  })
})

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user:secret@fcm.googleapis.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://2130706433/abc', false],
  ['https://localhost/abc', false],
  ['https://printer.local/abc', false],
  ['https://metadata.google.internal/abc', false],
  ['https://localhost./x', false],
  ['https://fcm.googleapis.com./x', false],
  ['https://router.lan/x', false],
  ['https://router.home.arpa/x', false],
  ['https://a..b/x', false],
  ['https://a.-b.com/x', false],
  ['https://push.xn--h2brj9c/x', true],
  ['file:///etc/passwd', false],
])('the address %s of a push service may be called: %s', (endpoint, isAllowed) => {
  expect(isPushEndpoint(endpoint)).toBe(isAllowed)
})

it.each(['8.8.8.8', '142.250.183.10', '2404:6800:4009:80e::200a'])('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  ...['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'],
])('%s is not, so the shop does not call it', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
