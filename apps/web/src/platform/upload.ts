/** Called with the share of the body that has been sent, from 0 to 1. */
export type OnUpload = (share: number) => void

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  return headers
}

/** As `fetch`, for large bodies: fetch itself says nothing until the whole body has left. */
export const sendWithProgress = (url: string, init: RequestInit, onUpload: OnUpload): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    request.responseType = 'blob'
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => onUpload(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () =>
      resolve(new Response(request.response as Blob, { status: request.status, headers: headersOf(request) })),
    )
    // What fetch throws where no answer comes, so that callers need to know one kind of failure only.
    request.addEventListener('error', () => reject(new TypeError('no answer')))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as XMLHttpRequestBodyInit)
  })
