import { html } from 'hono/html'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { type ApiOperation, listOperations, type OpenApiDocument } from '#src/server/routes/openapi-types.ts'

export function renderDocsPage(
  description: OpenApiDocument,
  { address, cacheControl }: { address: string; cacheControl: string },
): Promise<Response> {
  const groups = Map.groupBy(listOperations(description), ({ operation }) => operation.tags?.[0] ?? '')
  const body = html`<h1>${description.info.title}</h1>
    <p>${description.info.description}</p>
    <p><a href="${address}">The OpenAPI document (version ${description.openapi})</a></p>
    ${[...groups].sort().map(
      ([name, calls]) => html`<section>
        <h2>${name}</h2>
        ${calls.map((call) => callOf(call))}
      </section>`,
    )}`
  return renderMessagePage({ title: 'Calls', body, wide: true, headers: { 'Cache-Control': cacheControl } })
}

function callOf({ method, path, operation }: ApiOperation) {
  const { summary, parameters = [], requestBody, responses = {} } = operation
  const body = contentOf(requestBody)
  return html`<details>
    <summary><code>${method.toUpperCase()} ${path}</code> ${summary}</summary>
    <div class="rows">
      ${parameters.map((one) => ('name' in one ? part(`${one.name} (${one.in})`, one.schema) : ''))}
      ${body && part('Request body', body)}
      ${Object.entries(responses).map(([status, answer]) =>
        '$ref' in answer
          ? html`<p><code>${status}</code> ${answer.$ref.split('/').at(-1)}</p>`
          : part(`${status} ${answer.description}`, contentOf(answer)),
      )}
    </div>
  </details>`
}

function part(title: string, schema: unknown) {
  return html`<div>
    <p><code>${title}</code></p>
    ${schema ? html`<pre class="code">${JSON.stringify(schema, null, 2)}</pre>` : ''}
  </div>`
}

/** The schema of a body in our only content type. */
function contentOf(part: unknown): unknown {
  const { content } = (part ?? {}) as { content?: Record<string, { schema?: unknown }> }
  return Object.values(content ?? {})[0]?.schema
}
