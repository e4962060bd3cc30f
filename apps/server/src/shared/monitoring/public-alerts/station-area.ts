/** Which rows of the announcements are of a station: those of its area by code where that is known, else those with its prefix. */
type StationArea = { readonly prefix: string; readonly code: string | undefined }

/**
 * The forecast areas (府県予報区) of Hokkaido by the first two digits of their stations. An area there has up to three of these
 * numbers, and the ministry's table names only the first. Codes as in the Meteorological Agency's list of areas (area.json),
 * numbers as in its list of stations (地域気象観測所一覧, 都府県・振興局表示番号).
 */
const hokkaido: Readonly<Record<string, string>> = {
  11: '011000',
  12: '012000',
  13: '012000',
  14: '016000',
  15: '016000',
  16: '016000',
  17: '013000',
  18: '014100',
  19: '014100',
  20: '014030',
  21: '015000',
  22: '015000',
  23: '017000',
  24: '017000',
}

const kagoshima = { prefix: '88', mainland: '460100', amami: '460040' }
// Numbers rise from north to south: 88706 is on Yakushima, and 88736 on Nakanoshima is the first of Amami (same list).
const firstOfAmami = 88_720

const codeOf = (prefix: string, station: string): string | undefined => {
  if (prefix !== kagoshima.prefix) return hokkaido[prefix]
  return Number(station) >= firstOfAmami ? kagoshima.amami : kagoshima.mainland
}

/** The area of a station, of five digits, such as 44132. */
export const stationArea = (station: string): StationArea => {
  const prefix = station.slice(0, 2)
  return { prefix, code: codeOf(prefix, station) }
}
