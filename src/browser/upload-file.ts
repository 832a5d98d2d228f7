import { HttpError } from './http-client.ts'

type SendFile = {
  path: string
  body: File | FormData
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function uploadFile<T>({ path, body, onProgress, signal }: SendFile): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 200 || request.status > 299)
        reject(new HttpError(request.status, request.responseText || request.statusText))
      else resolve(JSON.parse(request.responseText) as T)
    }
    request.onerror = () => reject(new Error('The connection was lost.'))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

export const isAbortError = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
