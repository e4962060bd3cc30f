import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { BackupError } from './format.ts'

/** Where the operator sits; `isTTY` is absent where nobody does. */
export type Terminal = { readonly input: Readable & { readonly isTTY?: boolean }; readonly output: Writable }

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
  const prompt = createInterface({ input, output })
  // The end of the input is no answer either.
  const ended = new Promise<string>((resolve) => prompt.once('close', () => resolve('')))
  const question = `${file} は既にあります。置き換えますか？ / It exists. Replace it? (yes/no) `
  const answer = await Promise.race([prompt.question(question), ended])
  prompt.close()
  if (!/^(y|yes|はい)$/i.test(answer.trim())) throw new BackupError('置き換えませんでした。', 'Not replaced.')
}
