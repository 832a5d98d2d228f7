import type Sharp from 'sharp'

/** The only decoders allowed; SVG, PDF, TIFF and others stay blocked. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)
const DRAWING = ['VipsForeignLoadSvgBuffer']

/** Runs image work one job at a time, because each takes a core and a lot of memory. */
export function withSharp<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  return runExclusive(async () => work(await openSharp()))
}

/** The same for our own SVG drawings: the SVG decoder is enabled only during the job, when no upload is processed. */
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

function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const run = last.then(work)
  last = run.catch(() => {})
  return run
}

let opened: ReturnType<typeof openAndGuard> | undefined

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
