import { message } from '@mimamori/contract'
import { badRequest } from '../../platform/errors.ts'

/** How many records of one kind are held, with their unit: 拠点2件. */
export type Holding = { readonly count: number; readonly name: string; readonly unit: string }

/**
 * Refuses to delete a record that still holds others, and counts them.
 * @param what the record, as the message begins: この会社
 * @throws Refusal 400
 */
export const refuseWhileHolding = (what: string, holdings: readonly Holding[]): void => {
  const held = holdings.filter(({ count }) => count > 0).map(({ name, count, unit }) => `${name}${count.toLocaleString('ja-JP')}${unit}`)
  if (held.length > 0) throw badRequest(message('stillHolds', { what, held: held.join('、') }))
}
