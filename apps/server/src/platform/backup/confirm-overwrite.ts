import { askYes, type Terminal } from '../ask-operator.ts'
import { BackupError } from './format.ts'

/**
 * Asks before a backup is replaced: it may be the only one.
 * @param file what it is called for people
 * @param exists whether there is one of that name
 * @throws BackupError where the operator says no, or where there is nobody to ask
 */
export const confirmOverwrite = async (
  file: string,
  exists: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> => {
  if (!exists) return
  if (input.isTTY !== true)
    throw new BackupError(
      `${file} は既にあります。別の名前にするか、置き換えるなら --overwrite を付けてください。`,
      `${file} exists: choose another name, or replace it with --overwrite.`,
    )
  const question = `${file} は既にあります。置き換えますか？ / It exists. Replace it? (yes/no) `
  if (!(await askYes(question, { input, output }))) throw new BackupError('置き換えませんでした。', 'Not replaced.')
}
