/** What a report shows for each hour, by the customer's number. */
export const reportTypes = [1, 2, 3, 4, 5] as const
export type ReportType = (typeof reportTypes)[number]
export const reportTypeNames = {
  1: 'WBGT',
  2: 'WBGT超過',
  3: '総合アラート',
  4: '心拍',
  5: '接続時間',
} as const satisfies Record<ReportType, string>
/** The type that shows heart rates, health data of its own. */
export const heartRateType: ReportType = 4
export const reportTypeUnits = { 1: '℃', 2: '℃', 3: null, 4: 'bpm', 5: '分' } as const satisfies Record<ReportType, string | null>
