import type { PinState } from '@mimamori/contract'
import { sql } from 'kysely'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'

/** A person's card as a query reads it; null throughout where they have none. */
export type CardRow = {
  readonly hasSecret: boolean | null
  readonly hasPin: boolean | null
  readonly openUntil: Date | null
  readonly lockedUntil: Date | null
}

/** The columns of a `CardRow`, of `worker_card` under the alias `c`. */
export const cardColumns = sql`c.secret_hash is not null as "hasSecret", c.pin_hash is not null as "hasPin",
           c.pin_open_until as "openUntil", c.pin_locked_until as "lockedUntil"`

/** What the hand-out says of a person's PIN. */
export const pinOf = ({ hasSecret, hasPin, openUntil, lockedUntil }: CardRow, now: Date): { pin: PinState; pinUntil: string | null } => {
  if (hasSecret !== true) return { pin: 'noCard', pinUntil: null }
  if (hasPin !== true)
    return openUntil !== null && openUntil > now ? { pin: 'open', pinUntil: toJapanIsoOrNull(openUntil) } : { pin: 'none', pinUntil: null }
  return lockedUntil !== null && lockedUntil > now
    ? { pin: 'locked', pinUntil: toJapanIsoOrNull(lockedUntil) }
    : { pin: 'set', pinUntil: null }
}
