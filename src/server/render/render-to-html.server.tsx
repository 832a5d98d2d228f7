import { Writable } from 'node:stream'
import type { AnyRouter } from '@tanstack/react-router'
import {
  getSsrStatus,
  type HandlerCallback,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { html } from 'hono/html'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { log } from '#src/server/telemetry/log.server.ts'
import { renderMessagePage } from './message-page.server.ts'

/** The same as for any call of a customer (request-timeout.server.ts). */
const TIMEOUT_MS = 10_000

type Page = Parameters<HandlerCallback<AnyRouter>>[0]

/** Renders a whole page before sending it, which also resolves queries that no loader awaited. `endOfBody` is markup. */
export async function renderToHtml({ request, router, responseHeaders }: Page, endOfBody = ''): Promise<Response> {
  try {
    const page = await renderCompletely(<RouterServer router={router} />, {
      nonce: router.options.ssr?.nonce,
      signal: request.signal,
    })
    const html = await transformHtmlStringWithRouter(router, page)
    return new Response(insertAtEnd(endOfBody, html), {
      status: getSsrStatus(router),
      headers: responseHeaders,
    })
  } catch (error) {
    if (error instanceof RenderTimeout) return timeoutPage()
    if (error instanceof ClientDisconnected) return new Response(null, { status: 499 })
    throw error
  } finally {
    router.serverSsr?.cleanup()
  }
}

export const END_OF_PAGE = '</body></html>'

function insertAtEnd(inserted: string, html: string): string {
  return html.endsWith(END_OF_PAGE) ? html.slice(0, -END_OF_PAGE.length) + inserted + END_OF_PAGE : html
}

/** React writes it before every page, and the router once more. */
const DOCTYPE = /^<!DOCTYPE html>/

class RenderTimeout extends Error {}
class ClientDisconnected extends Error {}

type Rendering = { nonce: string | undefined; signal: AbortSignal }

/** A broken part is left to the browser; one that never comes fails the page, which must not be cached incomplete. */
function renderCompletely(page: ReactNode, { nonce, signal }: Rendering): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const parts: Buffer[] = []
  const collect = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  }).on('finish', () => resolve(Buffer.concat(parts).toString().replace(DOCTYPE, '')))
  let isAborted = false
  const { pipe, abort } = renderToPipeableStream(page, {
    ...(nonce !== undefined && { nonce }),
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => {
      if (!isAborted) pipe(collect)
    },
    onShellError: reject,
    onError: (err) => {
      if (!isAborted) log.error('Part of a page failed to render', { err })
    },
  })
  const abortWith = (reason: unknown) => {
    isAborted = true
    reject(reason)
    abort(reason)
  }
  const onDisconnect = () => abortWith(new ClientDisconnected())
  const timer = setTimeout(() => {
    log.error('Part of a page timed out')
    abortWith(new RenderTimeout())
  }, TIMEOUT_MS)
  signal.addEventListener('abort', onDisconnect)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onDisconnect)
  })
}

function timeoutPage(): Promise<Response> {
  const body = html`<h1>One moment, please</h1>
    <p role="alert">This page is taking too long. Please try again in a moment.</p>
    <p><a href="">Try again</a></p>`
  return renderMessagePage({ title: 'One moment, please', body, status: 503, headers: { 'Retry-After': '5' } })
}
