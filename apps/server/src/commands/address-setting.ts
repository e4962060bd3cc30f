import { readFile } from 'node:fs/promises'
import { changeEnvironmentFile } from '../platform/config/change-environment-file.ts'
import { environmentFile, parseEnvironmentFile } from '../platform/config/environment-file.ts'
import { quoted } from '../platform/config/settings-file.ts'
import { codeOf, reasonOf } from '../platform/errors.ts'

/** What came of changing the settings, and what the operator has to do. */
export type SettingChange = { readonly isDone: boolean; readonly words: string }

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })

/**
 * Sets `DATABASE_URL` in the file of settings of this machine; `undefined` takes it out. Where that fails the operator does it:
 * the command may run as a user who only reads the file, and the address may be set elsewhere.
 * @param address.before what is in use so far
 */
export const changeAddress = async ({
  before,
  after,
}: {
  before: string | undefined
  after: string | undefined
}): Promise<SettingChange> => {
  if (before === after) return { isDone: true, words: '見守りを起動してください / start the product' }
  const file = environmentFile()
  const [set, english] =
    after === undefined ? ['の設定を外して', 'without DATABASE_URL'] : ['に新しい URL を設定して', 'with DATABASE_URL set to it']
  let place = ''
  try {
    const text = file === undefined ? undefined : await textOf(file)
    const isHere = text !== undefined && (before === undefined || parseEnvironmentFile(text).get('DATABASE_URL') === before)
    if (file !== undefined && isHere) {
      place = ` ${file}`
      await changeEnvironmentFile(file, 'DATABASE_URL', after)
      return { isDone: true, words: `${file} を書き換えました。見守りを起動してください / ${file} was changed: start the product` }
    }
  } catch (error) {
    place += `（${reasonOf(error)}）`
  }
  return { isDone: false, words: `DATABASE_URL ${set}から、見守りを起動してください / start the product ${english}${place}` }
}

/** The line of the settings, for an operator who writes it. Contains the password. */
export const addressLine = (address: string): string => `DATABASE_URL=${quoted(address)}`
