import { type ReportStatistic, type ReportType, reportTypeNames } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import type { ExportColumn } from '../../../platform/exchange/columns.ts'
import { csvText } from '../../../platform/exchange/csv-out.ts'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { type HourLine, isBlank, type PersonDay, readPersonDays } from '../table/days.ts'
import type { DaySpan } from '../table/span.ts'
import type { ReportPerson } from '../table/workers.ts'
import { monthAndDay, dayInWords } from './day-words.ts'
import { dayColumns } from './hour-columns.ts'
import { type Printed, type ReportPaper, reportPaperSource } from './report-papers.ts'
import { uniqueNames } from './zip-names.ts'
import type { ZipWriter } from '../../../platform/exchange/zip-writer.ts'

export type ZipRequest = DaySpan & { readonly types: readonly ReportType[]; readonly statistic: ReportStatistic }

/** A line of the list of files: what there is of somebody, that there is nothing, or that it could not be made. */
type Listed = { readonly person: ReportPerson; readonly type: string; readonly file: string | null; readonly hasFailed?: true }

const listName = '一覧.csv'
const listColumns: readonly ExportColumn<Listed>[] = [
  { label: '拠点', write: ({ person }) => person.officeName },
  { label: '作業者', write: ({ person }) => person.fullName },
  { label: '作業者コード', write: ({ person }) => person.workerCode ?? '' },
  { label: '種類', write: ({ type }) => type },
  { label: 'ファイル', write: ({ file }) => file ?? '' },
  { label: '内容', write: ({ file, hasFailed }) => (hasFailed ? '作成できませんでした' : file === null ? 'データなし' : 'データあり') },
]

/** The folder of each person, inside that of their site. */
const folders = (): ((person: ReportPerson) => string) => {
  const siteNames = uniqueNames()
  const sites = new Map<number, { readonly name: string; readonly nameOf: ReturnType<typeof uniqueNames> }>()
  // The list of files is beside the sites.
  siteNames(listName)
  return ({ officeId, officeName, fullName, workerCode }) => {
    const site = sites.get(officeId) ?? { name: siteNames(officeName), nameOf: uniqueNames() }
    sites.set(officeId, site)
    return `${site.name}/${site.nameOf(fullName, workerCode === null ? '' : `_${workerCode}`)}`
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

type DayLine = HourLine & Pick<PersonDay, 'date' | 'groupName'>

/** The lines of a type, a day each. */
const linesOf = (days: readonly PersonDay[], index: number): DayLine[] =>
  days.flatMap(({ date, groupName, lines }) => {
    const line = lines[index]
    return line === undefined ? [] : [{ ...line, date, groupName }]
  })

const paperOf = (
  person: ReportPerson,
  days: readonly PersonDay[],
  { types, statistic, from, to }: ZipRequest,
  printed: Printed,
): ReportPaper => {
  const groups = new Set(days.flatMap(({ groupName }) => groupName ?? []))
  const facts = [
    { name: '拠点', value: person.officeName },
    { name: '期間', value: `${dayInWords(from)}～${dayInWords(to)}` },
    { name: '作業者', value: `${person.fullName}（${person.furigana}）` },
    { name: '作業者コード', value: person.workerCode },
    { name: 'グループ', value: [...groups].join('、') },
    { name: '所属', value: person.affiliation1 },
  ]
  return {
    ...printed,
    title: `${person.fullName}　レポート`,
    facts: facts.flatMap(({ name, value }) => (value === null || value === '' ? [] : [{ name, value }])),
    headName: '日',
    tables: types.map((type, index) => {
      const lines = linesOf(days, index).map((line) => ({ ...line, head: monthAndDay(line.date) }))
      return { type, statistic, lines }
    }),
  }
}

/**
 * The paper; null where it could not be drawn, which is no reason to do without those of everybody else. It is tried twice:
 * on a busy machine the first may have taken too long.
 */
const drawPaper = async ({ log }: Context, paper: ReportPaper, left: AbortSignal): Promise<Uint8Array | null> => {
  for (const attempt of [1, 2]) {
    try {
      return await drawPdf(reportPaperSource, paper, left, 'behind')
    } catch (error) {
      left.throwIfAborted()
      log.error({ err: error, attempt }, 'a paper of a ZIP could not be drawn')
    }
  }
  return null
}

/** Puts in the files of one person, a CSV for each type of which there is anything and one PDF, and hands back their lines of the list. */
const putPerson = async (
  context: Context,
  zip: ZipWriter,
  folder: string,
  person: ReportPerson,
  days: readonly PersonDay[],
  request: ZipRequest,
  printed: Printed,
): Promise<Listed[]> => {
  const listed: Listed[] = []
  const owner = { workerName: person.fullName, officeName: person.officeName }
  for (const [index, type] of request.types.entries()) {
    const lines = linesOf(days, index)
    const file = lines.every((line) => isBlank(line)) ? null : `${folder}/${reportTypeNames[type]}_${request.from}_${request.to}.csv`
    if (file !== null) await zip.put(file, bytesOf(csvText(dayColumns(type, request.statistic, owner), lines)))
    listed.push({ person, type: reportTypeNames[type], file })
  }
  const paper: Listed = { person, type: 'PDF', file: null }
  if (listed.every(({ file }) => file === null)) return [...listed, paper]
  const bytes = await drawPaper(context, paperOf(person, days, request, printed), zip.left)
  if (bytes === null) return [...listed, { ...paper, hasFailed: true }]
  const file = `${folder}/レポート_${request.from}_${request.to}.pdf`
  await zip.put(file, bytes)
  return [...listed, { ...paper, file }]
}

/**
 * Writes the files of all these people, one after another, and at the end the list of them. Of nobody but the one whose
 * turn it is are values held.
 */
export const fillZip = async (
  context: Context,
  zip: ZipWriter,
  people: readonly ReportPerson[],
  request: ZipRequest,
  printed: Printed,
  onProgress: (done: number, total: number) => void,
): Promise<void> => {
  const folderOf = folders()
  const listed: Listed[] = []
  for (const [index, person] of people.entries()) {
    const [read] = await readPersonDays(context, [person], request)
    listed.push(...(await putPerson(context, zip, folderOf(person), person, read?.days ?? [], request, printed)))
    onProgress(index + 1, people.length)
  }
  await zip.put(listName, bytesOf(csvText(listColumns, listed)))
  zip.end()
}
