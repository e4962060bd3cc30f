import { rest } from '@mimamori/contract/rest'
import type { StoredAction } from '../../platform/action-queue/action-store.ts'

/** Since when somebody rests, with what the server does not know yet. */
export type ShownRest = { readonly resting: string | null; readonly isUnsent: boolean }

/** Whether a person rests once what was done here has reached the server. */
export const withUnsentRests = (userId: number, resting: string | null, actions: readonly StoredAction[]): ShownRest => {
  let shown: ShownRest = { resting, isUnsent: false }
  for (const { path, input, at } of actions) {
    if (path !== rest.set.path) continue
    const { userIds, state } = input.body
    if (!Array.isArray(userIds) || !userIds.includes(userId)) continue
    shown = { resting: state === 'begin' ? (shown.resting ?? at) : null, isUnsent: true }
  }
  return shown
}
