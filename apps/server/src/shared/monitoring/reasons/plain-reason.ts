import { type Reason, reasonText, type ReasonValues } from './reason-text.ts'

/** Reasons that reveal the heart rate and, by its limit, the age: what replaces them where vital signs are not shown, by kind. */
export const withoutVitals: Readonly<Record<string, string>> = {
  sustained: '心拍が継続心拍の限度を超えています',
  sustainedLong: '心拍が継続心拍の限度を超えたままです',
  instantaneous: '心拍が瞬時心拍の限度を超えています',
  instantaneousLong: '心拍が瞬時心拍の限度を超えたままです',
  maximum: '心拍が最大心拍の限度を超えています',
  low: '心拍が低すぎます',
  lowMean: '心拍が低すぎます',
  ownPeak: '心拍が本人のいつもの最高を超えています',
  ownMean: '心拍の30分平均が本人の目安を超えています',
  shiftMean: '心拍の30分平均がこの勤務の目安を超えています',
  ageMean: '心拍の30分平均が限度を超えています',
}

/** Why an episode opened or rose, without what reveals a heart rate, an age or by how much the heat is too much. */
export const plainReasonText = (reason: Reason | null, values: ReasonValues): string => {
  const isOver = values.excess !== null && values.excess >= 0.05
  return withoutVitals[reason?.kind ?? values.cause] ?? reasonText(reason, isOver ? { ...values, excess: null } : values)
}
