import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { createQrCode } from './qr-code.server.ts'

it.each([
  'upi://pay?pa=golconda@sandbox&pn=Golconda%20Cacao&mc=5441&tr=KC01M80DGR4W725XFKS2PX2QGP1V&am=2149.00&cu=INR',
  'otpauth://totp/Golconda%20Cacao:maker@golconda.example?secret=JBSWY3DPEHPK3PXP',
  'x',
])('a QR code of %s is read as that', (text) => {
  const image = PNG.sync.read(Buffer.from(createQrCode(text).replace('data:image/png;base64,', ''), 'base64'))
  expect(jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data).toBe(text)
})

it('a QR code has a white border of two modules, so that a scanner finds its edge', () => {
  const image = PNG.sync.read(Buffer.from(createQrCode('x').replace('data:image/png;base64,', ''), 'base64'))
  const rowOf = (y: number) => image.data.subarray(y * image.width * 4, (y + 1) * image.width * 4)
  expect(rowOf(11).every((byte) => byte === 255)).toBe(true)
  expect(rowOf(12).every((byte) => byte === 255)).toBe(false)
})
