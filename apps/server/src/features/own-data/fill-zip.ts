import type { Language } from '@mimamori/contract/language'
import type { Context } from '../../platform/context.ts'
import type { ZipWriter } from '../../platform/exchange/zip-writer.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { replaceOthers } from './other-names.ts'
import { csvPieces, jsonPieces, type OwnFile, readOwnRows, withoutOthers } from './own-file.ts'
import { ownFiles } from './own-files.ts'
import { readmeOf } from './readme.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The names of a file in the ZIP. */
export const pathsOf = ({ key, title }: OwnFile) => ({ csv: `csv/${title}.csv`, json: `json/${key}.json` })

/**
 * Writes all that is kept of a person into a ZIP, as fast as it is read: a year of readings is never in memory. Each file is read from
 * the database once for the CSV and once for the JSON.
 */
export const fillOwnZip = async ({ db, clock }: Context, zip: ZipWriter, person: PersonKey, language: Language): Promise<void> => {
  const now = clock()
  const files = ownFiles(now)
  const replace = replaceOthers(db, person)
  async function* rowsOf(file: OwnFile) {
    for await (const rows of readOwnRows(db, file, person)) yield withoutOthers(file, rows, replace)
  }
  await zip.put('README.txt', bytesOf(readmeOf(files, language, now)))
  for (const file of files) {
    const { csv, json } = pathsOf(file)
    await zip.putPieces(csv, csvPieces(file, rowsOf(file)))
    await zip.putPieces(json, jsonPieces(file, rowsOf(file)))
  }
  zip.end()
}
