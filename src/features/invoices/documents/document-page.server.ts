import { html } from 'hono/html'
import type { Markup } from '#src/server/render/html-layout.server.ts'
import { renderPrintPage } from '#src/server/render/print-page.server.ts'
import type { PrintedDocument } from './printed-document.ts'
import type { DocumentTable } from './printed-table.ts'

export function renderDocumentPage(document: PrintedDocument, pdf: string): Promise<Response> {
  const { title, number, declaration, facts, parties, table, sums, words, notes, signature } = document
  const body = html`<article class="document">
    <header>
      <div><h2 class="house">${title}</h2>${declaration && html`<p>${declaration}</p>`}</div>
      <dl>${facts.map(fact)}</dl>
    </header>
    <div class="parties">
      ${parties.map(
        ({ heading, name, rows }) =>
          html`<section><h3>${heading}</h3><p class="strong">${name}</p>${rows.map((row) => html`<p>${row}</p>`)}</section>`,
      )}
    </div>
    <div class="lines">${lines(table)}</div>
    <div class="sums">
      <div>
        <p class="strong">${words}</p>
        ${notes.map((note) => html`<p>${note}</p>`)}
      </div>
      <dl>${sums.map(fact)}</dl>
    </div>
    <p class="signature">${signature}<span>Authorised signatory</span></p>
  </article>`
  const hint = html`<p>Print this page, or <a href="${pdf}">download it as a PDF</a>.</p>`
  return renderPrintPage({ title: `${title} ${number}`, paper: 'a4-counted', hint, body })
}

const fact = ({ name, value }: { name: string; value: string }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

function lines({ columns, rows, foot }: DocumentTable): Markup {
  const side = (at: number) => (columns[at]?.alignRight ? 'number' : '')
  return html`<table>
    <thead>
      <tr>${columns.map(({ head }, at) => html`<th scope="col" class="${side(at)}">${head}</th>`)}</tr>
    </thead>
    <tbody>
      ${rows.map((row) => html`<tr>${row.map((text, at) => html`<td class="${side(at)}" data-head="${columns[at]?.head ?? ''}">${cell(text)}</td>`)}</tr>`)}
    </tbody>
    <tfoot>
      <tr>${foot.map((text, at) => html`<td class="${side(at)}" data-head="${text === 'Total' ? '' : text && columns[at]?.head}">${text}</td>`)}</tr>
    </tfoot>
  </table>`
}

function cell(text: string): Markup {
  const [first, second] = text.split('\n')
  return html`<span>${first}${second && html`<span class="small">${second}</span>`}</span>`
}
