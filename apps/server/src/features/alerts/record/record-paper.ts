import type { AlertRecord } from '@mimamori/contract/alert-record'
import { recordHints, windowInWords, withoutChart } from '@mimamori/contract/alert-record-facts'
import { stepsOf } from '@mimamori/contract/alert-record-steps'
import { dayAndClock } from '@mimamori/contract/time-words'
import { chartOf } from '@mimamori/heat/chart/record-chart'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { contentWidth, partHeading, sheet } from '../../../shared/printing/sheet.ts'
import { chartDrawing } from './chart-drawing.ts'
import { headPart } from './head-part.ts'
import { outcomePart, sourcePart, stepsPart, noticePart } from './record-parts.ts'

export type RecordPaper = { readonly record: AlertRecord; readonly printedBy: string; readonly printedAt: Date }

/** What a record is called: a drill says that it is one before anything else. */
const recordTitle = ({ episode }: AlertRecord): string => `${episode.drill === '1' ? '【訓練】' : ''}アラートの記録　No. ${episode.id}`

const hint = (text: string): Content => ({ text, bold: true, margin: [0, 0, 0, 6] })

/** The record of one alert, to be kept and signed: as the screen shows it, on A4 sheets. */
export const recordPaper = ({ record, printedBy, printedAt }: RecordPaper): TDocumentDefinitions => {
  const { episode } = record
  const steps = stepsOf(record)
  const chart = chartOf(record)
  const width = contentWidth('portrait')
  const course: Content =
    chart === undefined ? { text: withoutChart[record.kept], color: colours.second } : chartDrawing(record, chart, steps, width)
  return sheet({
    title: recordTitle(record),
    facts: [
      ...(episode.companyName === null ? [] : [{ name: '会社', value: episode.companyName }]),
      ...(episode.baseName === null ? [] : [{ name: '拠点', value: episode.baseName }]),
      ...(episode.fullName === null ? [] : [{ name: '氏名', value: episode.fullName }]),
      { name: '発生', value: `${episode.startedAt.slice(0, 4)}年${dayAndClock(episode.startedAt)}` },
    ],
    printedBy,
    printedAt,
    orientation: 'portrait',
    content: [
      ...recordHints(record).map(hint),
      headPart(record, width),
      { unbreakable: true, stack: [partHeading('経過', chart === undefined ? undefined : windowInWords(record)), course] },
      stepsPart(steps),
      noticePart(record.told),
      ...sourcePart(record),
      outcomePart(record, width),
    ],
  })
}
