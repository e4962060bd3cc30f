import { isCode, isGenerated, isTest, type SourceFile } from './tree.ts'

const isProduct = ({ path }: SourceFile) =>
  /^(apps\/(server\/(src|migrations)|web\/src)|packages)\//.test(path) && !path.startsWith('apps/server/src/demo/')

/** The files of the product that name a column, as the database or as the wire spells it. */
export const placesOf = (files: readonly SourceFile[], column: string): string[] => {
  const field = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const named = new RegExp(`\\b(${column}|${field})\\b`)
  return files
    .filter((file) => (isCode(file) || file.path.endsWith('.sql')) && isProduct(file) && !isTest(file) && !isGenerated(file))
    .filter(({ text }) => named.test(text))
    .map(({ path }) => path)
    .toSorted()
}
