import { type ReportZipRequest, reportTypeNames, reportTypes } from '@mimamori/contract'

const mostNames = 3

const inJapanese = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** Describes the request of a ZIP in words: its sites, days, types and people. */
export const aboutZip = ({ workers, reportTypeZip, startTime, endTime }: ReportZipRequest, officeNames: readonly string[]): string => {
  const more = officeNames.length - mostNames
  const sites = officeNames.slice(0, mostNames).join('、') + (more > 0 ? ` ほか${more}拠点` : '')
  const days = startTime === endTime ? inJapanese(startTime) : `${inJapanese(startTime)}〜${inJapanese(endTime)}`
  const requestedTypes = reportTypes.filter((type) => reportTypeZip.includes(type))
  const types =
    requestedTypes.length === reportTypes.length ? 'すべての種類' : requestedTypes.map((type) => reportTypeNames[type]).join('・')
  const people = workers === undefined || workers.length === 0 ? '全員' : `${new Set(workers).size}人`
  return [sites, days, types, people].join('　')
}
