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
