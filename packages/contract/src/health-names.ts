/** A total alert as it is drawn: an emergency outranks the levels, `none` is no record. */
export type Grade = 'emergency' | 3 | 2 | 1 | 0 | 'none'

/** The word of every grade. Wherever a mark is shown, its word is beside it or is its accessible name. */
export const gradeNames: Record<Grade, string> = {
  emergency: '緊急',
  3: '危険',
  2: '警戒',
  1: '注意',
  0: '安全',
  none: '記録なし',
}

/** What a level is called; 記録なし for none. */
export const levelNameOf = (level: number | null): string =>
  gradeNames[level === 0 || level === 1 || level === 2 || level === 3 ? level : 'none']

/** The word in place of 記録なし where a heart rate is there, and how long it has been above a limit cannot be known yet. */
export const pendingLevelName = '判定待ち'

/** Of somebody whose heart rate is shown and not judged. */
export const heartNotJudged = '心拍で判断しない'

/** Why a person's condition is not known right now: `'0'` and `'1'` of a row's status. */
export const statusNames = { '0': 'データ途絶', '1': '心拍取得不可' } as const

/** What a person's record has lost (データ途絶). */
export const lostNames = { heartRate: '心拍', wbgt: 'WBGT', signal: '通信' } as const

/** What is usual for a person: the highest mean of 20 minutes, and the highest rate not gone below in 5 minutes. */
export const ownMeasureNames = { ownMean: '本人の目安', ownPeak: 'いつもの最高' } as const

/** The strain limit of ACGIH: a mean of 30 minutes above 180 − age. It changes no level. */
export const strainLimitName = '働きすぎの目安'

/** Of how many shifts an own measure is, after its value. */
export const ownShiftsInWords = (shifts: number): string => `勤務${shifts}回から`

/** The three heart-rate limits of a person. */
export const limitNames = { sustained: '継続心拍', instantaneous: '瞬時心拍', maximum: '最大心拍' } as const
