/**
 * Where the WBGT of a person's reading comes from: a watcher that measured it, a watcher of whose temperature, humidity and globe it
 * was estimated (推定), or the public station.
 */
export const wbgtSources = ['measured', 'estimated', 'public'] as const
export type WbgtSource = (typeof wbgtSources)[number]

/** Said beside a value that was estimated and not measured. */
export const estimatedWord = '推定'

export const wbgtSourceNames = {
  measured: '現場の測定',
  estimated: `現場の測定からの${estimatedWord}`,
  public: '環境省の公表値',
} as const satisfies Record<WbgtSource, string>

/** A WBGT in °C to a tenth, with what it was where that was not measured: 推定28.4. */
export const wbgtInWords = (wbgt: number, source: WbgtSource | null): string =>
  `${source === 'estimated' ? estimatedWord : ''}${wbgt.toFixed(1)}`
