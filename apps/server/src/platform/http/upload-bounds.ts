import { message } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/** What may be uploaded: what it is called, how large, and the messages for what is too large or not of the kind. */
export const uploadKinds = {
  csv: { name: 'ファイル', maxBytes: 100_000_000, tooLarge: 'WF_E001', notOfKind: 'E003' },
  // What a picture is its content says, not its name.
  image: { name: '画像のファイル', maxBytes: 31_457_280, tooLarge: 'imageTooLarge', notOfKind: 'imageFormat' },
} as const
export type UploadKind = keyof typeof uploadKinds

// What surrounds the file in a multipart body: boundaries, headings, fields.
export const wrapping = 1_000_000

export const tooLarge = (kind: UploadKind) => new Refusal(413, [message(uploadKinds[kind].tooLarge)])

/** @throws Refusal 413 if the declared length of the body is too large for a file */
export const refuseTooLarge = (request: FastifyRequest, kind: UploadKind): void => {
  if (Number(request.headers['content-length'] ?? 0) > uploadKinds[kind].maxBytes + wrapping) throw tooLarge(kind)
}
