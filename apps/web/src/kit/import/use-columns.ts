import type { ImportFile } from '@mimamori/contract/import-files'
import { useMemo, useState } from 'react'
import { columnsOf, type ColumnChoice } from './columns.ts'
import type { CsvFile } from './csv-file.ts'
import type { MadeField } from './made-step.tsx'

/** The file that an import takes, and what of it the server may make. */
export type ImportShape = { readonly file: ImportFile; readonly made?: MadeField | undefined }

const noChoice: ColumnChoice = new Map()

/** In how many rows the field is empty though the row deletes nothing; undefined where nobody can say. */
const emptyRows = ({ rows }: CsvFile, label: string): number | undefined => {
  const [header = [], ...records] = rows ?? []
  const [place, deletes] = [header.indexOf(label), header.indexOf('削除')]
  if (place < 0) return undefined
  const isEmpty = (cells: readonly string[]) => (cells[place] ?? '').trim() === '' && (cells[deletes] ?? '').trim() !== '1'
  return records.filter((cells) => cells.some((cell) => cell.trim() !== '') && isEmpty(cells)).length
}

/** Which column of the chosen file is which field, and what of it is to be made. */
export const useColumns = ({ file, made }: ImportShape, content: CsvFile | undefined) => {
  const [choice, setChoice] = useState(noChoice)
  const [chosenWay, setWay] = useState<string>()
  // What was chosen for one site may not be had at another.
  const way = made?.ways.find(({ value, refusal }) => value === chosenWay && refusal === undefined)?.value
  const matched = useMemo(
    () => (content === undefined ? undefined : columnsOf(file, content, choice, made === undefined ? [] : [made.field])),
    [file, content, choice, made],
  )
  const place = matched?.columns.find(({ field }) => field?.field === made?.field)
  const lacking = matched === undefined || made === undefined ? undefined : emptyRows(matched.content, made.label)
  const needsWay = matched !== undefined && made !== undefined && (place === undefined || (lacking ?? 0) > 0)
  const fields: Record<string, string> = {}
  if (matched?.mapping !== undefined) fields['mapping'] = JSON.stringify(matched.mapping)
  if (needsWay && way !== undefined) fields[made.name] = way
  return {
    matched,
    way,
    setWay,
    /** How many rows lack what is to be made; undefined where no way has to be chosen. */
    needsWay,
    lacking: place === undefined ? undefined : lacking,
    fields,
    /** What must still be chosen, in words. */
    open: [
      ...(matched?.missing.map(({ label }) => `${label}の列`) ?? []),
      ...(needsWay && way === undefined ? [`${made.label}の決め方`] : []),
    ],
    choose: (index: number, field: string | null) =>
      setChoice((before) => new Map([...before].filter(([, taken]) => taken !== field || field === null)).set(index, field)),
    forget: () => {
      setChoice(noChoice)
      setWay(undefined)
    },
  }
}
