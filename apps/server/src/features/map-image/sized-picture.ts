import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { makeTemporaryFolder } from '../../platform/exchange/upload.ts'
import { sideFor, sizedKey } from './picture-sizes.ts'
import { type MatchedFile, keepFile, recordPixels } from './store.ts'

type PictureStore = Pick<Context, 'db' | 'files' | 'space'>

// sharp brings its own library of pictures with it: a process that never sees one does without.
const loadPictures = () => import('./redraw-picture.ts')

const contentOf = async ({ files }: PictureStore, key: string): Promise<Readable> => {
  const content = await files.get(key)
  if (content === undefined) throw notFound()
  return content
}

/** Works on a stored picture as a file of this machine, beside which there is room for another. */
const withCopy = async <Answer>(
  store: PictureStore,
  { key }: MatchedFile,
  work: (path: string, beside: string) => Promise<Answer>,
): Promise<Answer> => {
  const folder = await makeTemporaryFolder()
  try {
    const path = join(folder.path, 'stored')
    await pipeline(await contentOf(store, key), createWriteStream(path, { mode: 0o600 }))
    return await work(path, join(folder.path, 'sized'))
  } finally {
    await folder.remove()
  }
}

/** The picture with its pixels, which are recorded where nobody has looked yet; as it was where it cannot be read. */
export const measured = async (store: PictureStore, picture: MatchedFile): Promise<MatchedFile> => {
  if (picture.width !== null && picture.height !== null) return picture
  const { measurePicture } = await loadPictures()
  const pixels = await withCopy(store, picture, measurePicture)
  if (pixels === undefined) return picture
  await recordPixels(store.db, picture, pixels)
  return { ...picture, ...pixels }
}

/** Draws a size of a picture and keeps it beside, unless the picture has been taken off record meanwhile. */
const makeSize = async (store: PictureStore, picture: MatchedFile, side: number): Promise<void> => {
  const { shrinkPicture } = await loadPictures()
  const key = sizedKey(picture.key, side)
  await withCopy(store, picture, async (path, beside) => {
    const { type } = await shrinkPicture(path, beside, picture.type, side)
    await store.db.transaction().execute(async (trx) => {
      if (!(await keepFile(trx, picture))) throw notFound()
      await store.files.put(key, beside, type)
    })
  })
}

/**
 * A picture as it is, or at least so many pixels wide, where it has them: in the smallest kept size that will do, made when
 * somebody first asks for it. Where the disk is nearly full none is made, and the picture is given as it is.
 * @throws Refusal 404 where its file has gone
 */
export const openSized = async (store: PictureStore, picture: MatchedFile, wanted: number | undefined): Promise<Readable> => {
  const { width, height } = picture
  const side = wanted === undefined || width === null || height === null ? undefined : sideFor({ width, height }, wanted)
  if (side === undefined) return contentOf(store, picture.key)
  const key = sizedKey(picture.key, side)
  const found = await store.files.get(key)
  if (found !== undefined) return found
  if (await store.space.isBelowFloor()) return contentOf(store, picture.key)
  const { inTurn } = await loadPictures()
  return inTurn(async () => {
    // A caller before us in the queue may have asked for the same.
    const made = await store.files.get(key)
    if (made !== undefined) return made
    await makeSize(store, picture, side)
    return contentOf(store, key)
  })
}
