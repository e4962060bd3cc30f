/** Where an hour's value of the site comes from: the public forecast corrected, the public forecast alone, or a measured day. */
export type SiteValueSource = 'difference' | 'neighbours' | 'none' | 'measured'

/** An hour of a place on the requested day. Values are WBGT in °C, rounded to a tenth. */
export type ForecastHour = {
  /** Hour of the day in Japan, 0 to 23: the hour that begins then. */
  readonly hour: number
  /** The public forecast; null where the service gives none for this hour. */
  readonly forecast: number | null
  /** The service publishes every third hour; this one lies between two of them. */
  readonly isInterpolated: boolean
  /** The value to plan with: the forecast plus the place's difference, or a measured value. Null where there is none. */
  readonly site: number | null
  readonly source: SiteValueSource
  /** What was added to the forecast; null where nothing was. */
  readonly difference: number | null
  /** On how many days the difference rests. */
  readonly differenceDays: number
}

/** The hour with the largest error. `by` is measured minus expected, °C. */
export type WorstHour = { readonly day: string; readonly hour: number; readonly by: number }

/** How far the values of some days were from what was measured, °C; null where no hour can be compared. */
export type ForecastError = {
  /** Days with at least one compared hour. */
  readonly days: number
  /** Mean of measured minus what the foreman was shown at 17:00 the day before. */
  readonly mean: number | null
  /** Mean of the same without its sign. */
  readonly meanAbsolute: number | null
  /** Mean of measured minus the bare public forecast. */
  readonly publicMean: number | null
  readonly worst: WorstHour | null
}

/** The same of one day. */
export type DayError = { readonly day: string; readonly mean: number; readonly publicMean: number }

/** The errors of the forecasts for a place in the days before `now`. */
export type ForecastErrors = { readonly days7: ForecastError; readonly days30: ForecastError; readonly byDay: readonly DayError[] }

/** A place with a watcher, or the public station itself where the site has no watcher. */
export type PlaceForecast = {
  /** The named place where the watcher is; null where it has none, or for the public station. */
  readonly placeId: number | null
  readonly placeName: string
  /** The device; null for the public station. */
  readonly watcherId: number | null
  /** 24 hours, 0 to 23. */
  readonly hours: readonly ForecastHour[]
  readonly error: ForecastErrors
}

/** What is known of the heat of a site on a day: `readForecastDay`. */
export type ForecastDay = {
  readonly date: string
  readonly station: string | null
  /** When the service issued the forecast. */
  readonly issuedAt: Date | null
  /** `measured`: no forecast, the values of an earlier day instead. `none`: nothing at all; hours have no values. */
  readonly basis: 'forecast' | 'measured' | 'none'
  /**
   * Why there is no forecast; null where there is one. `offSeason`: the service answers, and has none in these months. `notYet`: its
   * forecasts do not reach that day yet. `unreached`: it does not answer, or has none though it should.
   */
  readonly why: null | 'noStation' | 'offSeason' | 'notYet' | 'unreached'
  /** The day that the values were measured on, `YYYY-MM-DD`, with the basis `measured`. */
  readonly measuredOf: string | null
  /** By name; at least one with the basis `forecast`, none with the basis `none`. */
  readonly places: readonly PlaceForecast[]
  /** The place with the highest value of the day; null with the basis `none`. */
  readonly hottest: PlaceForecast | null
  /** The hours of the hottest place; 24 without values with the basis `none`. */
  readonly hours: readonly ForecastHour[]
  /** The errors of the hottest place; without a forecast, where it has none, of the place with the most compared days. */
  readonly error: ForecastErrors
}
