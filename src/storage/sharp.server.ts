import type Sharp from 'sharp'

/** The only readers that are open. Everything else that the library could read stays shut: SVG, PDF, TIFF, ... */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)
const DRAWING = ['VipsForeignLoadSvgBuffer']

/** Works with the library for pictures, one piece of work after the other: each takes a lot of memory and a whole core. */
export function withSharp<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  return inTurn(async () => work(await openSharp()))
}

/**
 * The same for drawings of our own, which are SVG. That reader is open only meanwhile, and nobody else's file is read
 * meanwhile, because all work is done in turn.
 */
export function withSharpForSvg<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  return withSharp(async (sharp) => {
    sharp.unblock({ operation: DRAWING })
    try {
      return await work(sharp)
    } finally {
      sharp.block({ operation: DRAWING })
    }
  })
}

let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

let opened: ReturnType<typeof openAndGuard> | undefined

/** Only when somebody uploads or shares: the library is big, and most visits need none of it. */
function openSharp() {
  opened ??= openAndGuard()
  return opened
}

async function openAndGuard() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  return sharp
}
