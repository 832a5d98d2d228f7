/** Sends the calls of the reference page. It runs in the browser as text of the page, so it may use nothing outside. */
export function enableTryForms(): void {
  const asText = async (answer: Response) => {
    const text = await answer.text()
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }
  const addressOf = (path: string, fields: FormData) => {
    let filled = path
    const query = new URLSearchParams()
    for (const [name, value] of fields) {
      const [place, key = ''] = name.split(':')
      if (place === 'path') filled = filled.replace(`{${key}}`, encodeURIComponent(String(value)))
      else if (place === 'query' && value !== '') query.append(key, String(value))
    }
    return query.size > 0 ? `${filled}?${query}` : filled
  }
  const send = async (form: HTMLFormElement, output: Element) => {
    const { method = 'GET', path = '' } = form.dataset
    const fields = new FormData(form)
    const address = addressOf(path, fields)
    const body = fields.get('body')
    if (method !== 'GET' && !window.confirm(`${method} ${address} may change the data of the shop. Send it?`)) return
    const started = performance.now()
    const answer = await fetch(address, {
      method,
      headers: { accept: 'application/problem+json, application/json' },
      ...(body && { body, headers: { accept: 'application/problem+json', 'content-type': 'application/json' } }),
    })
    const text = await asText(answer)
    const ms = Math.round(performance.now() - started)
    output.textContent = `${answer.status} ${answer.statusText} in ${ms} ms\n\n${text}`
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-path]')) {
    form.hidden = false
    const output = form.querySelector('output')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (!output) return
      output.textContent = 'Sending...'
      send(form, output).catch((error) => {
        output.textContent = String(error)
      })
    })
  }
}
