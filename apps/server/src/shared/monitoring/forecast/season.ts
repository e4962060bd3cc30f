import { japanDay } from '../../../platform/japan-time.ts'

/** Whether the public heat service may have nothing to say: from late October to April. */
export const isOffSeason = (now: Date): boolean => {
  const monthAndDay = japanDay(now).slice(5)
  return monthAndDay < '05-01' || monthAndDay > '10-20'
}
