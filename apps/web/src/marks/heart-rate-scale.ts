import { heartNotJudged, limitNames } from '@mimamori/contract/labels'

/** A person's three heart-rate limits, beats a minute. */
export type Limits = { readonly sustained: number; readonly instantaneous: number; readonly maximum: number }

/** The bar starts near a resting heart rate, so that its length is spent where people differ. */
const restingBpm = 50
/** The place of the person's maximum on the bar: room is left to show how far it was passed. */
const maximumAt = 0.9

/** Place of a heart rate on the person's own bar, 0…1. Every bar ends a little above its owner's maximum. */
export const placeOnBar = (bpm: number, limits: Limits): number => {
  const span = Math.max(1, limits.maximum - restingBpm)
  return Math.max(0, Math.min(1, ((bpm - restingBpm) / span) * maximumAt))
}

/** Which of the person's limits a heart rate has passed: 0 none … 3 the maximum. */
export const passedLimit = (bpm: number, limits: Limits): 0 | 1 | 2 | 3 => {
  if (bpm > limits.maximum) return 3
  if (bpm > limits.instantaneous) return 2
  return bpm > limits.sustained ? 1 : 0
}

type ComparedWithLimit = { readonly limit: keyof Limits; readonly bpm: number; readonly apart: number; readonly isPassed: boolean }

/** The highest limit that a heart rate has passed, else the first; what it is, and how far from it, in beats a minute. */
export const comparedWithLimit = (bpm: number, limits: Limits): ComparedWithLimit => {
  const passed = passedLimit(bpm, limits)
  const limit = passed === 3 ? 'maximum' : passed === 2 ? 'instantaneous' : 'sustained'
  const value = Math.round(limits[limit] * 10) / 10
  return { limit, bpm: value, apart: Math.round(Math.abs(bpm - value) * 10) / 10, isPassed: passed > 0 }
}

/** A heart rate compared with the person's limits: 最大心拍 162 を 4 超過. */
export const limitInWords = (rate: number, limits: Limits): string => {
  const { limit, bpm, apart, isPassed } = comparedWithLimit(rate, limits)
  return isPassed ? `${limitNames[limit]} ${bpm} を ${apart} 超過` : `${limitNames[limit]} ${bpm} まであと ${apart}`
}

type JudgedHeart = { readonly limits: Limits; readonly heartJudged: boolean }

/** The same; of somebody whose heart is not judged, that it is not. */
export const heartInWords = (bpm: number, { limits, heartJudged }: JudgedHeart): string =>
  heartJudged ? limitInWords(bpm, limits) : heartNotJudged

/** The same beneath a line that names those whose heart is not judged already. */
export const heartNote = (bpm: number, { limits, heartJudged }: JudgedHeart): string => (heartJudged ? limitInWords(bpm, limits) : '参考値')
