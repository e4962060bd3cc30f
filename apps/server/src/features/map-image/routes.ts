import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { mapImage } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { notFound, reasonOf } from '../../platform/errors.ts'
import { receiveUpload } from '../../platform/exchange/upload.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { measured, openSized } from './sized-picture.ts'
import { type FileKey, findPicture, forgetIfUnnamed, recordFile, type StoredFile } from './store.ts'
import { claimRoom, refuseWithoutRoom } from './unused-pictures.ts'

/** Keeps a picture that is on record; one that cannot be kept does not count as one of those that no map names. */
const keepPicture = async ({ db, files, log }: Context, file: FileKey, path: string, type: string): Promise<void> => {
  try {
    await files.put(file.key, path, type)
  } catch (error) {
    await files
      .delete(file.key)
      .then(() => forgetIfUnnamed(db, file))
      // It stays on record for `forget-pictures`.
      .catch((cause: unknown) => log.warn({ reason: reasonOf(cause) }, 'a picture that could not be kept stays on record'))
    throw error
  }
}

const takePicture = async (context: Context, actor: Actor, request: FastifyRequest): Promise<{ url: string }> => {
  const { db, clock } = context
  await refuseWithoutRoom(db, actor, 0)
  const upload = await receiveUpload(request, 'image', actor)
  try {
    // sharp brings its own library of pictures with it: a process that never sees one does without.
    const { redrawPicture } = await import('./redraw-picture.ts')
    const path = join(dirname(upload.path), 'picture')
    const drawn = await redrawPicture(upload.path, path)
    // Others may have filled the disk while this one was sent and drawn.
    await context.space.refuseBelowFloor()
    const key = `${randomUUID()}.${drawn.type === 'image/png' ? 'png' : 'jpg'}`
    await db.transaction().execute(async (trx) => {
      await claimRoom(trx, actor, drawn.size)
      await recordFile(trx, actor, { key, ...drawn }, clock())
    })
    await keepPicture(context, { companyId: actor.companyId, key }, path, drawn.type)
    return { url: key }
  } finally {
    await upload.remove()
  }
}

const openPicture = async (
  context: Context,
  actor: Actor,
  key: string,
  width?: number,
): Promise<{ picture: StoredFile; content: Readable }> => {
  const found = await findPicture(context.db, actor, key, context.clock())
  if (found === undefined) throw notFound()
  const picture = await measured(context, found)
  return { picture, content: await openSized(context, picture, width) }
}

// A key's content never changes, but who may see it does.
const asPrivate = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'private, max-age=3600').header('x-content-type-options', 'nosniff')

async function* base64Of(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    // Three bytes make four letters.
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}

async function* dataUrlOf({ type }: StoredFile, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  yield `data:${type};base64,`
  yield* base64Of(content)
}

/** Maps' drawings: uploaded by people who may edit maps, read by people who may see the map. */
export const mapImageRoutes = (context: Context): Route[] => [
  route(mapImage.upload, 'mapImage', ({ actor, request }) => takePicture(context, actor, request)),

  route(mapImage.dataUrl, 'mapImage', async ({ actor, query, reply }) => {
    const { picture, content } = await openPicture(context, actor, query.imageKey)
    await asPrivate(reply)
      .type('text/plain; charset=utf-8')
      .send(Readable.from(dataUrlOf(picture, content)))
  }),

  route(mapImage.picture, 'mapImage', async ({ actor, params, query, reply }) => {
    const { picture, content } = await openPicture(context, actor, params.key, query.width)
    await asPrivate(reply).type(picture.type).header('content-disposition', `inline; filename="${picture.key}"`).send(content)
  }),
]
