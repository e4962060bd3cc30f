import { stat } from 'node:fs/promises'
import { askYes, type Terminal } from '../ask-operator.ts'
import { BackupError } from './format.ts'

/**
 * Asks before a file is replaced: the backup in it may be the only one.
 * @throws BackupError where the operator says no, or where there is nobody to ask
 */
export const confirmOverwrite = async (
  file: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> => {
  const exists = await stat(file).then(
    () => true,
    () => false,
  )
  if (!exists) return
  if (input.isTTY !== true)
    throw new BackupError(
      `${file} は既にあります。別の名前にするか、置き換えるなら --overwrite を付けてください。`,
      `${file} exists: choose another name, or replace it with --overwrite.`,
    )
  const question = `${file} は既にあります。置き換えますか？ / It exists. Replace it? (yes/no) `
  if (!(await askYes(question, { input, output }))) throw new BackupError('置き換えませんでした。', 'Not replaced.')
}
