import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { mapImage } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { receiveUpload } from '../platform/exchange/upload.ts'
import { type Actor, type Route, route } from '../platform/route.ts'
import { findPicture, recordFile, type StoredFile } from './store.ts'

// sharp brings its own library of pictures with it: a process that never sees one does without.
const loadPictures = () => import('./redraw-picture.ts')

const takePicture = async ({ db, files, clock }: Context, actor: Actor, request: FastifyRequest): Promise<{ url: string }> => {
  const upload = await receiveUpload(request, 'image')
  try {
    const { redrawPicture } = await loadPictures()
    const path = join(dirname(upload.path), 'picture')
    const { type, size } = await redrawPicture(upload.path, path)
    const key = `${randomUUID()}.${type === 'image/png' ? 'png' : 'jpg'}`
    await recordFile(db, actor, { key, type, size }, clock())
    await files.put(key, path, type)
    return { url: key }
  } finally {
    await upload.remove()
  }
}

const openPicture = async (
  { db, files, clock }: Context,
  actor: Actor,
  key: string,
): Promise<{ picture: StoredFile; content: Readable }> => {
  const picture = await findPicture(db, actor, key, clock())
  const content = picture === undefined ? undefined : await files.get(key)
  if (picture === undefined || content === undefined) throw notFound()
  return { picture, content }
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

/** Maps' drawings: in by whoever may edit maps, out to whoever may see the map. */
export const mapImageRoutes = (context: Context): Route[] => [
  route(mapImage.upload, 'mapImage', ({ actor, request }) => takePicture(context, actor, request)),

  route(mapImage.dataUrl, 'mapImage', async ({ actor, query, reply }) => {
    const { picture, content } = await openPicture(context, actor, query.imageKey)
    await asPrivate(reply)
      .type('text/plain; charset=utf-8')
      .send(Readable.from(dataUrlOf(picture, content)))
  }),

  route(mapImage.picture, 'mapImage', async ({ actor, params, query, reply }) => {
    const { picture, content } = await openPicture(context, actor, params.key)
    const answer = query.width === undefined ? content : await (await loadPictures()).shrinkPicture(content, query.width)
    await asPrivate(reply).type(picture.type).header('content-disposition', `inline; filename="${picture.key}"`).send(answer)
  }),
]
