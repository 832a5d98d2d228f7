type Modules = { size: number; get: (row: number, column: number) => number }

const WIDTH = 640
const HEIGHT = 480
const MODULE = 12

/** A still image of a QR code as the uncompressed video (YUV4MPEG2) that Chromium uses as a camera. */
export function createQrVideo(code: Modules): Buffer {
  const light = Buffer.alloc(WIDTH * HEIGHT, 225)
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - code.size * MODULE) / 2)) as [number, number]
  for (let y = 0; y < code.size * MODULE; y += 1)
    for (let x = 0; x < code.size * MODULE; x += 1)
      if (code.get(Math.floor(y / MODULE), Math.floor(x / MODULE))) light[(top + y) * WIDTH + left + x] = 40
  const noColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = [Buffer.from('FRAME\n'), light, noColour]
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), ...frame, ...frame])
}
