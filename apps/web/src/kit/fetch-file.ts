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

/** Fetches a file with the session. */
export const fetchFile = async <E extends Endpoint>({
  endpoint,
  input,
  fileName,
}: FileSource<E>): Promise<{ name: string; content: Blob }> => {
  const response = await (callRaw as (endpoint: Endpoint, input: unknown) => Promise<Response>)(endpoint, input)
  return { name: fileNameOf(response.headers.get('Content-Disposition')) ?? fileName, content: await response.blob() }
}
