import { type PublicValue, readWbgt } from './public-value.ts'
import { readServiceTime } from './service-time.ts'

// The files hold numbers and codes alone, so nothing in them is quoted.
const linesOf = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()))

/**
 * The estimated values of a station's monthly file: `Date,Time,44132`, then `2026/8/31,24:00,22.4`. Hours to come are
 * blank.
 * @throws where it is no such file
 */
export const readEstimates = (text: string, station: string): PublicValue[] => {
  const [head, ...lines] = linesOf(text)
  const column = head?.[0] === 'Date' && head[1] === 'Time' ? head.indexOf(station) : -1
  if (column < 2) throw new TypeError('no file of estimated values of the station')
  return lines.flatMap((line) => {
    const [at, wbgt] = [readServiceTime(`${line[0]} ${line[1]}`), readWbgt(line[column], 1)]
    return at === undefined || wbgt === undefined ? [] : [{ kind: 'estimated', at, wbgt }]
  })
}

/**
 * The forecast of a station's file: a line of hours after two blank cells, `,,2026083124`, and one that begins with the
 * station and when it was made, with ten times the WBGT, `44132,2026/08/31 21:25, 220`.
 * @throws where it is no such file
 */
export const readForecastFile = (text: string, station: string): PublicValue[] => {
  const [hours = [], ...lines] = linesOf(text)
  const line = lines.find(([first]) => first === station)
  if (line === undefined) throw new TypeError('no forecast file of the station')
  const issuedAt = readServiceTime(line[1])
  return hours.flatMap((hour, column) => {
    const [at, wbgt] = [readServiceTime(hour), readWbgt(line[column], 10)]
    if (column < 2 || at === undefined || wbgt === undefined) return []
    return [{ kind: 'forecast', at, wbgt, ...(issuedAt !== undefined && { issuedAt }) }]
  })
}
