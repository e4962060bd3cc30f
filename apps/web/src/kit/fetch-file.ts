import type { Endpoint } from '@mimamori/contract/endpoint'
import { callRaw } from '../platform/api.ts'
import type { CallInput } from '../platform/client.ts'
import { fileNameOf } from '../platform/save-file.ts'

/** A call that answers a file, and the file's name where the answer gives none. */
export type FileSource<E extends Endpoint> = {
  readonly endpoint: E
  readonly input: Omit<CallInput<E>, 'signal' | 'onUpload'>
  readonly fileName: string
}

const contentOf = async (response: Response, onBytes: (received: number) => void): Promise<Blob> => {
  if (response.body === null) return response.blob()
  const reader = response.body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let received = 0; ; onBytes(received)) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    parts.push(value)
    received += value.byteLength
  }
}

/**
 * Fetches a file with the session.
 * @param onBytes is called with the bytes received so far: the length of a file that is still being written is unknown
 */
export const fetchFile = async <E extends Endpoint>(
  { endpoint, input, fileName }: FileSource<E>,
  onBytes: (received: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<{ name: string; content: Blob }> => {
  const response = await (callRaw as (endpoint: Endpoint, input: unknown) => Promise<Response>)(endpoint, {
    ...input,
    ...(signal !== undefined && { signal }),
  })
  return { name: fileNameOf(response.headers.get('Content-Disposition')) ?? fileName, content: await contentOf(response, onBytes) }
}
