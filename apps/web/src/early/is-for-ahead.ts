import type { AnswerOf } from '@mimamori/contract/endpoint'
import { leaders } from '@mimamori/contract/role'
import type { session } from '@mimamori/contract/session'
import { isAmong } from '@mimamori/contract/typed-lists'
import { isNarrow } from '../platform/narrow.ts'

/** Whose home is shown ahead: a leader's on a phone, if there is nothing to settle first and nobody else uses the device. */
export const isForAhead = ({ roleKey, owed, card }: AnswerOf<typeof session.userInfo>): boolean =>
  isAmong(leaders, roleKey) && owed.length === 0 && card === undefined && isNarrow()
