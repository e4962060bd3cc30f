import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { message } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import { badRequest, missingField, codeOf } from '../errors.ts'
import { tooLarge, type UploadKind, uploadKinds, wrapping } from '../http/upload-bounds.ts'
import { createOpenUploads, type OpenUpload, type Uploader } from './open-uploads.ts'

const prefix = 'mimamori-import-'

export type Upload = {
  readonly path: string
  readonly name: string
  readonly size: number
  /** The named fields beside the file, by their names in lower case. */
  readonly fields: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** @throws Refusal 400 where the multipart body breaks off or is none: its reader says so with errors that have no status */
async function* unbroken<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : badRequest(message('uploadBroken'))
  }
}

async function* withinLimit(
  kind: UploadKind,
  chunks: AsyncIterable<Buffer>,
  open: OpenUpload,
  onSize: (size: number) => void,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of unbroken(chunks)) {
    size += chunk.length
    if (size > uploadKinds[kind].maxBytes) throw tooLarge(kind)
    open.grow(chunk.length)
    onSize(size)
    yield chunk
  }
}

type Received = { name: string; size: number; readonly fields: Record<string, string> }

const receive = async (request: FastifyRequest, kind: UploadKind, path: string, open: OpenUpload): Promise<Received> => {
  const received: Received = { name: '', size: 0, fields: {} }
  let files = 0
  const limits = { fileSize: uploadKinds[kind].maxBytes + wrapping, fields: 20, fieldSize: 1_000, parts: 25 }
  for await (const part of unbroken(request.parts({ limits }))) {
    if (part.type === 'field') {
      received.fields[part.fieldname.toLowerCase()] = String(part.value)
      continue
    }
    if (++files > 1) throw badRequest(message('oneFileOnly'))
    received.name = part.filename
    if (kind === 'csv' && !/\.csv$/i.test(part.filename)) throw badRequest(message('E003'))
    await pipeline(
      withinLimit(kind, part.file, open, (size) => (received.size = size)),
      createWriteStream(path, { mode: 0o600 }),
    )
  }
  if (files === 0) throw missingField(uploadKinds[kind].name)
  return received
}

/** A folder that only this user can read, removed at the latest when the next process starts. */
export const makeTemporaryFolder = async (): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** What lies on disk of the uploads to each server: tenants and people of two products have the same numbers. */
const openUploadsOf = new WeakMap<object, ReturnType<typeof createOpenUploads>>()

const openUpload = (request: FastifyRequest, uploader: Uploader): OpenUpload => {
  const { server } = request.server
  const uploads = openUploadsOf.get(server) ?? createOpenUploads()
  openUploadsOf.set(server, uploads)
  return uploads.open(uploader)
}

/**
 * Keeps the one file of a multipart request on disk, with the fields beside it, in any order. It may hold personal data
 * and passwords: no other user can read it, and the caller removes it.
 * @param uploader whose room it takes until it is removed
 * @throws Refusal 413 as soon as the file is a byte too large, 400 for anything but one whole file, and for a table
 * that is not called .csv, 429 while the uploader, their tenant or everybody together sends too much
 */
export const receiveUpload = async (request: FastifyRequest, kind: UploadKind, uploader: Uploader): Promise<Upload> => {
  if (!request.isMultipart()) throw badRequest(message(uploadKinds[kind].notOfKind))
  const open = openUpload(request, uploader)
  const { path: folder, remove: removeFolder } = await makeTemporaryFolder()
  const path = join(folder, 'file')
  const remove = async () => {
    await removeFolder()
    open.close()
  }
  try {
    return { ...(await receive(request, kind, path, open)), path, remove }
  } catch (error) {
    // The rest of the body is discarded, so that the sender can read the answer.
    request.raw.unpipe()
    request.raw.resume()
    await remove()
    throw error
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Removes files left by killed processes. One of them may have had this process's id: call this before anything makes one. */
export const removeAbandonedFiles = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}
