import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service answers at a path, in full or by hand. */
type ServiceAnswer = string | number | ((response: ServerResponse) => void)

/**
 * A service on this machine that answers as the test sets it: text, a bare status, or anything else by hand; 404 where
 * nothing is set. Paths are matched from the start, the longest first.
 */
export const startTestService = async () => {
  const answers = new Map<string, ServiceAnswer>()
  const calls: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    calls.push(url)
    const path = [...answers.keys()].filter((known) => url.pathname.startsWith(known)).toSorted((a, b) => b.length - a.length)[0]
    const answer = path === undefined ? 404 : (answers.get(path) ?? 404)
    if (typeof answer === 'function') answer(response)
    else if (typeof answer === 'number')
      response.writeHead(answer, { 'content-type': 'text/html' }).end('<html><body>Not Found</body></html>')
    else response.writeHead(200).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    answers,
    calls,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * A row of getSurveyData as the service's manual (version 1.1, June 2026) and callers of it show it: codes as numbers,
 * values as text, times in Japan's.
 * @param wbgtClass 0 estimated, 1 measured
 */
export const surveyRow = (time: string, wbgt: string | null, wbgtClass: 0 | 1 = 0, station = 44132) => ({
  wbgt_no: station,
  wbgt_date: time,
  wbgt_class: wbgtClass,
  area_cd: 3,
  pref_cd: 44,
  wbgt_WI: '4.0',
  wbgt_WO: wbgt,
  wbgt_Tw: '24.1',
  wbgt_Tg: '35.0',
})

/** A row of getForecastData; the value is ten times the WBGT. */
export const forecastRow = (time: string, tenfold: string, station = 44132) => ({
  reference_time: '2026/07/20 11:00:00',
  wbgt_no: station,
  forecast_val: tenfold,
  forecast_time: time,
  flag: 0,
})

/** The envelope of both calls. */
export const success = (...data: readonly unknown[]) => JSON.stringify({ status: 'success', data })

/** How the service refuses, with HTTP 200. */
export const refusal = (...errMsg: readonly string[]) => JSON.stringify({ status: 'error', errMsg })

type AlertRow = {
  readonly area?: string
  readonly prefix?: string
  readonly sub?: string
  readonly code?: string
  readonly first: number
  readonly second: number
}

/** When an announcement was made, `2026/07/21 17:00`, and which days it is about. */
type AlertDays = { readonly reported: string; readonly first: string; readonly second: string; readonly status?: string }

/**
 * A file of announcements as the ministry published them in 2026: lines of a key and a value, filled up with commas, then a row
 * for each forecast area, with the highest values forecast for its points; UTF-8 with a byte order mark. Of Tokyo, unless a row
 * names another area.
 */
export const alertFile = ({ reported, first, second, status = '通常' }: AlertDays, ...rows: readonly AlertRow[]): string => {
  const [date = '', time = ''] = reported.split(' ')
  const lines = [
    ['Title', '熱中症特別警戒情報・熱中症警戒情報'],
    ['Encoding', 'UTF-8'],
    ['TimeZone', '+09:00'],
    ['CreateDate', date],
    ['PublishingOffice', '環境省'],
    ['ReportDate', date],
    ['ReportTime', `${time}:00`],
    ['TargetDate1', first],
    ['TargetTime1', '05:00:00'],
    ['TargetDate2', second],
    ['TargetTime2', '00:00:00'],
    ['BriefComment1', '自分と自分の周りの人の命を守ってください'],
    ['KeyMessage3', ''],
    ['FlagExplanation', '発表無し:0、熱中症警戒情報発表:1、熱中症特別警戒情報判定:2、熱中症特別警戒情報発表:3、発表時間外:9'],
    ['Status', status],
  ].map((cells) => `${cells.join(',')},,,,,,,,,`)
  const headings =
    '府県予報区,都府県・振興局表示番号,都府県・振興局表示番号サブ,府県予報区等コード,都道府県名,都道府県コード,TargetDate1フラグ,TargetDate2フラグ,日最高WBGT（10:00）,日最高WBGT（17:00）,日最高WBGT（5:00）'
  const table = rows.map(
    ({ area = '東京都', prefix = '44', sub = '0', code = '130000', first: one, second: other }) =>
      `${area},${prefix},${sub},${code},東京,13,${one},${other},東京:32/八王子:33,東京:32/八王子:33,東京:32/八王子:33`,
  )
  return `\uFEFF${[...lines, headings, ...table].join('\n')}\n`
}
