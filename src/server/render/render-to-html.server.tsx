import { Writable } from 'node:stream'
import {
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { html } from 'hono/html'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { log } from '#src/server/telemetry/log.server.ts'
import { renderMessagePage } from './message-page.server.ts'

/** As long as a shopper waits for any call (budgets.server.ts). */
const TIMEOUT_MS = 10_000

/**
 * Renders a page to its end, and sends it in one piece: a query that no loader awaited is resolved on the server, and no
 * part has to be moved to its place in the browser. As a stream every page would pass four of them for nothing.
 */
export const renderToHtml = defineHandlerCallback(async ({ request, router, responseHeaders }) => {
  try {
    const page = await wholeHtml(<RouterServer router={router} />, {
      nonce: router.options.ssr?.nonce,
      signal: request.signal,
    })
    return new Response(await transformHtmlStringWithRouter(router, page), {
      status: getSsrStatus(router),
      headers: responseHeaders,
    })
  } catch (error) {
    if (error instanceof NeverWhole) return comeAgainLater()
    if (error instanceof GoneAway) return new Response(null, { status: 499 })
    throw error
  } finally {
    router.serverSsr?.cleanup()
  }
})

/** React writes it before every page, and the router once more. */
const DOCTYPE = /^<!DOCTYPE html>/

class NeverWhole extends Error {}
class GoneAway extends Error {}

type Rendering = { nonce: string | undefined; signal: AbortSignal }

/**
 * A part that breaks is left to the browser; a page of which nothing is left breaks as a whole. So does one with a part
 * that does not come: what it waits for would keep the browser waiting, too, and with a hole it is not to be kept for
 * others. It ends when whoever asked has gone.
 */
function wholeHtml(page: ReactNode, { nonce, signal }: Rendering): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const parts: Buffer[] = []
  const collect = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  }).on('finish', () => resolve(Buffer.concat(parts).toString().replace(DOCTYPE, '')))
  let isGivenUp = false
  const { pipe, abort } = renderToPipeableStream(page, {
    ...(nonce !== undefined && { nonce }),
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => {
      if (!isGivenUp) pipe(collect)
    },
    onShellError: reject,
    onError: (err) => {
      if (!isGivenUp) log.error('A part of a page broke', { err })
    },
  })
  const giveUp = (why: unknown) => {
    isGivenUp = true
    reject(why)
    abort(why)
  }
  const leave = () => giveUp(new GoneAway())
  const timer = setTimeout(() => {
    log.error('A part of a page did not come')
    giveUp(new NeverWhole())
  }, TIMEOUT_MS)
  signal.addEventListener('abort', leave)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  })
}

function comeAgainLater(): Promise<Response> {
  const body = html`<h1>One moment, please</h1>
    <p role="alert">This page takes too long right now. Please try again in a moment.</p>
    <p><a href="">Try again</a></p>`
  return renderMessagePage({ title: 'One moment, please', body, status: 503, headers: { 'Retry-After': '5' } })
}
