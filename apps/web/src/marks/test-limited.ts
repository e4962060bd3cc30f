import type { LimitedPerson } from '@mimamori/contract/acclimatisation'

/** Somebody on the second day of their acclimatisation plan, as the list of limited people answers them. */
export const limitedOf = (userId: number, over: Partial<LimitedPerson> = {}): LimitedPerson => ({
  userId,
  fullName: '今井　翔太',
  furigana: 'イマイ　ショウタ',
  groupId: 1,
  groupName: '型枠班',
  isKnown: true,
  kind: 'new',
  day: 2,
  shares: [20, 40, 60, 80, 100],
  hasBegun: true,
  share: 40,
  allowedMinutes: 190,
  spentMinutes: 42,
  override: null,
  appliesToday: true,
  ...over,
})
