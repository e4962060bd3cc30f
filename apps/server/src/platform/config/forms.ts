import { accessSync, constants } from 'node:fs'
import { z } from 'zod'

/** A whole number from `min` to `max`, in digits alone. */
export const wholeNumber = (min: number, max: number) => {
  const error = `${min}から${max}までの整数にしてください。`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error))
}

/**
 * An address of one of these protocols, or nothing.
 * @param form how such an address is written, for the message
 * @param protocols as `URL` names them: `https:`
 */
export const address = (form: string, ...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), `${form} の形にしてください。`)
    .optional()

export const webAddress = address('https://… または http://…', 'https:', 'http:')

const isReadable = (path: string) => {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a file that this process may read, or nothing. */
export const readableFile = z.string().refine(isReadable, '読み取れるファイルの場所にしてください。').optional()

/** True for an address of a folder of this machine or of a bucket. */
export const isPlaceOfFiles = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 's3:' ? hostname !== '' : protocol === 'file:' && hostname === ''
}
