/** From here on both when something was reported and when it came in are shown. Customer's figure. */
export const lateReportMinutes = 15

/** Characters of each text of a report. Customer's figure. */
export const longestReportText = 200

/** How long a receipt says what has become of a report, ms. Customer's figure. */
export const receiptMs = 2 * 60 * 60_000

/** What a colleague sees of somebody, by a site's poster. */
export const reportSigns = [
  'unconscious',
  'convulsion',
  'confused',
  'cannotDrink',
  'cannotStand',
  'nausea',
  'hot',
  'injury',
  'dizzy',
] as const
export type ReportSign = (typeof reportSigns)[number]

/** Signs that mean: call 119 first. */
export const graveSigns = ['unconscious', 'convulsion', 'confused', 'cannotDrink', 'cannotStand'] as const satisfies readonly ReportSign[]
