import { handlingNames, outcomeNames } from '@mimamori/contract/alert'
import type { AlertRecord } from '@mimamori/contract/alert-record'
import { recordSigners, sourceFacts } from '@mimamori/contract/alert-record-facts'
import type { Step } from '@mimamori/contract/alert-record-steps'
import { labels } from '@mimamori/contract/labels'
import { foldNotices, type NoticeLine, repeatWords } from '@mimamori/contract/notice-lines'
import { noticeState, receiverOf, refusedWords, wayOf } from '@mimamori/contract/notice-words'
import { correctionInWords } from '@mimamori/contract/quality-words'
import { dayAndClock, longDate } from '@mimamori/contract/time-words'
import { correctedSpans } from '@mimamori/heat/chart/day-series'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { partHeading } from '../../../shared/printing/sheet.ts'
import { headingCell, partTable } from '../../../shared/printing/table.ts'
import { japanClock, japanDay } from '../../../platform/japan-time.ts'

const second = (text: string): Content => ({ text, fontSize: 8, color: colours.second })

const stepRow = ({ at, title, detail, by }: Step, index: number, before: Step | undefined): TableCell[] => {
  const moment = new Date(at)
  const isNewDay = before !== undefined && japanDay(new Date(before.at)) !== japanDay(moment)
  return [
    { text: String(index + 1), bold: true, alignment: 'center' },
    { stack: [...(isNewDay ? [second(longDate(japanDay(moment)))] : []), { text: japanClock(moment), bold: true }] },
    { stack: [{ text: title, bold: true }, ...(by === null ? [] : [second(by)])] },
    { text: detail },
  ]
}

/** What happened and what was done, by the numbers of the chart. */
export const stepsPart = (steps: readonly Step[]): Content =>
  partTable({
    title: 'したこと',
    hint: `${steps.length}件`,
    widths: [18, 62, 150, '*'],
    headings: [headingCell('', 'center'), headingCell('時刻'), headingCell('したこと'), headingCell('内容')],
    rows: steps.map((step, index) => stepRow(step, index, steps[index - 1])),
  })

type Notice = AlertRecord['told'][number]

const clock = (at: string | null) => (at === null ? '―' : japanClock(new Date(at)))

const withMore = (text: string, more: string | undefined): TableCell => ({
  stack: [text, ...(more === undefined ? [] : [second(more)])],
})

const noticeRow = (line: NoticeLine): TableCell[] => {
  const { notice } = line
  return [
    receiverOf(notice),
    wayOf(notice),
    withMore(clock(notice.at), repeatWords(line)),
    withMore(noticeState(notice), refusedWords(notice)),
    clock(notice.answeredAt),
  ]
}

/** Who was notified, how, and with which result. */
export const noticePart = (notices: readonly Notice[]): Content =>
  notices.length === 0
    ? {
        unbreakable: true,
        stack: [partHeading('知らせた相手'), { text: 'メールとプッシュ、通知先へは送っていません。', color: colours.second }],
      }
    : partTable({
        title: '知らせた相手',
        hint: `${notices.length}件`,
        widths: ['*', 52, 76, 118, 40],
        headings: ['宛先', '方法', '送信', '状態', '応答'].map((name) => headingCell(name)),
        rows: foldNotices(notices).map(noticeRow),
      })

const factTable = (facts: readonly (readonly [name: string, value: TableCell])[]): Content => ({
  layout: 'noBorders',
  table: { widths: [80, '*'], body: facts.map(([name, value]) => [{ text: name, color: colours.second }, value]) },
})

/** What it was measured with. */
export const sourcePart = (record: AlertRecord): Content[] => {
  const corrections = correctedSpans(record.readings).map(({ minutes }) => correctionInWords(minutes))
  const facts = sourceFacts(record, [...new Set(corrections)])
  return facts.length === 0 ? [] : [{ unbreakable: true, stack: [partHeading('測定'), factTable(facts)] }]
}

const signatureHeight = 52

/** How it ended in the words of who closed it, and room for signatures. */
export const outcomePart = ({ episode }: AlertRecord, width: number): Content => {
  const { handledAt, handledBy, outcome, note, handling } = episode
  const closed = handling === 'closed' && handledAt !== null ? `${dayAndClock(handledAt)} ${handledBy ?? ''}` : undefined
  return {
    unbreakable: true,
    stack: [
      partHeading(labels.alert.outcome, closed),
      factTable([
        [labels.alert.outcome, { text: outcome === null ? handlingNames[handling] : outcomeNames[outcome], bold: true }],
        [labels.alert.note, note ?? '―'],
      ]),
      {
        margin: [0, 8, 0, 0],
        layout: { hLineWidth: () => 0.6, vLineWidth: () => 0.6, hLineColor: () => colours.control, vLineColor: () => colours.control },
        table: {
          widths: recordSigners.map(() => width / recordSigners.length - 9),
          heights: signatureHeight,
          body: [recordSigners.map((signer) => second(signer) as TableCell)],
        },
      },
    ],
  }
}
