import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import type { CsvFile } from '../../kit/import/csv-file.ts'

type Names = { readonly fullName: string; readonly furigana: string }

const hasSpace = (name: string) => /\S\s+\S/.test(name)
// Names in kanji or hiragana are of two parts. In katakana or Latin letters somebody may have but one.
const isWrittenInTwo = (name: string) => /[\p{Script=Han}\p{Script=Hiragana}]/u.test(name)

/** Which of a person's names are likely to lack the space between family and given name. */
const lackingSpace = ({ fullName, furigana }: Names): (keyof Names)[] => {
  if (!hasSpace(fullName) && !isWrittenInTwo(fullName)) return []
  return [...(hasSpace(fullName) ? [] : ['fullName' as const]), ...(hasSpace(furigana) ? [] : ['furigana' as const])]
}

/** What to say of a form's names before they are saved. It is no fault: some people have one name only. */
export const nameCaution = (names: Names): string | undefined => {
  const fields = lackingSpace(names).map((field) => labels.user[field])
  return fields.length === 0 ? undefined : message('nameSpace', { fields: fields.join('と') })
}

const rowsNamed = 5

/** The same of a file's rows, as far as the console looked into it. */
export const nameCautionOfFile = ({ rows = [] }: Pick<CsvFile, 'rows'>): string | undefined => {
  const [header = [], ...people] = rows
  const placeOf = (field: keyof Names) => header.findIndex((cell) => cell.replace('\uFEFF', '').trim() === labels.user[field])
  const [fullName, furigana] = [placeOf('fullName'), placeOf('furigana')]
  const lacking = people.flatMap((cells, index) => {
    const names = { fullName: cells[fullName] ?? '', furigana: cells[furigana] ?? '' }
    // An empty name is a fault, which the server reports; a row that deletes has none.
    if (names.fullName.trim() === '' || names.furigana.trim() === '') return []
    return lackingSpace(names).length > 0 ? [index + 2] : []
  })
  if (lacking.length === 0) return undefined
  const named = `${lacking.slice(0, rowsNamed).join('、')}行目${lacking.length > rowsNamed ? 'など' : ''}`
  return message('nameSpaceRows', { count: lacking.length.toLocaleString('ja-JP'), rows: named })
}
