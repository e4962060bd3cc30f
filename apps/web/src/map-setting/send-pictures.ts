import { mapImage } from '@mimamori/contract/map-image'
import { call } from '../platform/api.ts'
import { newPicture, type RowDraft } from './map-rows.ts'

/** How far the new drawings are on their way. */
export type Sending = {
  readonly name: string
  /** Which of them it is, from 1, and of how many. */
  readonly at: number
  readonly count: number
  /** Bytes of all of them. */
  readonly done: number
  readonly total: number
}

type Watched = {
  readonly signal: AbortSignal
  readonly onStep: (step: Sending) => void
  /** Called for each drawing that is stored, so that a save that fails later need not send it again. */
  readonly onStored: (rowKey: string, storedAs: string) => void
}

const send = async (file: File, onUpload: (share: number) => void, signal: AbortSignal): Promise<string> => {
  const body = new FormData()
  body.append('uploadFile', file)
  return (await call(mapImage.upload, { body, onUpload, signal })).url
}

/** A drawing that could not be sent, and whose it is. */
export class PictureError extends Error {
  readonly rowKey: string

  constructor(rowKey: string, cause: unknown) {
    super('a drawing was not stored', { cause })
    this.name = 'PictureError'
    this.rowKey = rowKey
  }
}

/**
 * Stores the new drawings one by one, those that are stored already left out.
 * @returns the rows with the keys of all of them
 * @throws PictureError at the first that is refused or does not arrive
 */
export const sendPictures = async (rows: readonly RowDraft[], { signal, onStep, onStored }: Watched): Promise<readonly RowDraft[]> => {
  const waiting = rows.flatMap((row) => {
    const chosen = newPicture(row)
    return chosen === null || chosen.storedAs !== null ? [] : [{ key: row.key, file: chosen.file }]
  })
  const total = waiting.reduce((sum, { file }) => sum + file.size, 0)
  const keys = new Map<string, string>()
  let before = 0
  for (const [index, { key, file }] of waiting.entries()) {
    const say = (share: number) =>
      onStep({ name: file.name, at: index + 1, count: waiting.length, done: before + Math.round(share * file.size), total })
    say(0)
    try {
      keys.set(key, await send(file, say, signal))
    } catch (error) {
      throw new PictureError(key, error)
    }
    onStored(key, keys.get(key) ?? '')
    before += file.size
  }
  return rows.map((row) =>
    row.chosen === null ? row : { ...row, chosen: { ...row.chosen, storedAs: keys.get(row.key) ?? row.chosen.storedAs } },
  )
}
