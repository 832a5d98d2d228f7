import { html } from 'hono/html'
import { PROBLEM_TITLES } from '#src/core/problem-codes.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { type ApiOperation, listOperations, type OpenApiDocument } from '#src/server/routes/openapi-types.ts'
import { exampleOf } from './schema-example.ts'
import { enableTryForms } from './try-call.ts'

export function renderDocsPage(
  description: OpenApiDocument,
  { address, cacheControl }: { address: string; cacheControl: string },
): Promise<Response> {
  const groups = Map.groupBy(listOperations(description), ({ operation }) => operation.tags?.[0] ?? '')
  const body = html`<h1>${description.info.title}</h1>
    ${description.info.description?.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
    <p><a href="${address}">The OpenAPI document (version ${description.info.version})</a></p>
    ${[...groups].sort().map(
      ([name, calls]) => html`<section>
        <h2>${name}</h2>
        ${calls.map((call) => callOf(call))}
      </section>`,
    )}
    <section>
      <h2>Codes of refusals</h2>
      ${Object.entries(PROBLEM_TITLES).map(([code, title]) => html`<p id="${code}"><code>${code}</code> ${title}</p>`)}
    </section>`
  return renderMessagePage({
    title: 'Calls',
    body,
    wide: true,
    headers: { 'Cache-Control': cacheControl },
    script: `(${enableTryForms})()`,
  })
}

function callOf(call: ApiOperation) {
  const { method, path, operation } = call
  const { summary, parameters = [], requestBody, responses = {} } = operation
  const body = schemaIn(requestBody)
  return html`<details>
    <summary><code>${method.toUpperCase()} ${path}</code> ${withCode(summary ?? '')}</summary>
    <div class="rows">
      ${parameters.map((one) => ('name' in one ? part(`${one.name} (${one.in})`, one.schema) : ''))}
      ${body ? part('Request body', body) : ''}
      ${Object.entries(responses).map(([status, answer]) =>
        '$ref' in answer
          ? html`<p><code>${status}</code> ${answer.$ref.split('/').at(-1)}</p>`
          : part(`${status} ${answer.description}`, schemaIn(answer)),
      )}
      ${canBeTried(call) ? tryForm(call) : ''}
    </div>
  </details>`
}

/** Backticks mark code in the document. */
const withCode = (text: string) =>
  text.split('`').map((words, nth) => (nth % 2 === 1 ? html`<code>${words}</code>` : words))

function part(title: string, schema: unknown) {
  return html`<div>
    <p><code>${title}</code></p>
    ${schema ? html`<pre class="code">${JSON.stringify(schema, null, 2)}</pre>` : ''}
  </div>`
}

/** Not forms, uploads, pages and streams. */
function canBeTried({ operation: { requestBody, responses = {} } }: ApiOperation): boolean {
  const fine = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const isJson = (types: string[]) => types.every((type) => type === 'application/json')
  return isJson(typesOf(requestBody)) && fine.length > 0 && fine.every(([, answer]) => isJson(typesOf(answer)))
}

function tryForm({ method, path, operation: { parameters = [], requestBody } }: ApiOperation) {
  const body = schemaIn(requestBody)
  return html`<form data-method="${method.toUpperCase()}" data-path="${path}" hidden>
    ${parameters.map((one) => ('name' in one ? field(one) : ''))}
    ${body ? html`<label>Body <textarea name="body" rows="6">${JSON.stringify(exampleOf(body), null, 2)}</textarea></label>` : ''}
    <button class="secondary">Try it</button>
    <output class="code"></output>
  </form>`
}

type Parameter = { name: string; in: string; required?: boolean }

const field = ({ name, in: place, required }: Parameter) =>
  html`<label>${name} <input name="${place}:${name}" autocomplete="off" ${required || place === 'path' ? 'required' : ''}></label>`

type Content = Record<string, { schema?: unknown }>
const contentIn = (part: unknown): Content => ((part ?? {}) as { content?: Content }).content ?? {}
const typesOf = (part: unknown) => Object.keys(contentIn(part))

/** The schema of a body in our only content type. */
const schemaIn = (part: unknown): unknown => Object.values(contentIn(part))[0]?.schema
