import type { Grade } from '@mimamori/contract/labels'
import { restAdvice } from '@mimamori/heat/rest'

/** What a worker does at a grade, in one sentence. */
export const ownAdvice: Record<Grade, string> = {
  emergency: 'すぐに作業を止めて、近くの人に知らせてください。',
  3: '作業を止めて、涼しい場所で体を冷やしてください。',
  2: '涼しい場所で休み、水分と塩分をとってください。',
  1: '無理をせず、早めに休んでください。',
  0: 'いまのところ問題ありません。こまめに水分をとってください。',
  none: '測定値が届いていません。機器を正しく着けているか確かめてください。',
}

/** How much rest the heat asks for (Ministry of Health guide); nothing below the reference. */
export const restInWords = (excess: number | null): string | null => {
  if (excess === null || !Number.isFinite(excess)) return null
  const advice = restAdvice(excess)
  switch (advice.kind) {
    case 'none':
      return null
    case 'rest':
      return `いまの暑さでは、1時間に${advice.minutesPerHour}分以上の休憩が目安です。`
    case 'stop':
      return 'いまの暑さでは、作業を止めるのが目安です。'
    default:
      return advice satisfies never
  }
}
