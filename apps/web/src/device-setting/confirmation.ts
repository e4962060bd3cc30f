import type { Downlink, DownlinkState } from '@mimamori/contract/downlink'
import type { SettingDraft, SettingShape } from './setting-values.ts'

/** What of a saved field the device has said: nothing yet, or it never came to that. */
export type ConfirmationState = 'waiting' | 'lost'

/** True while the device may still answer. */
export const isOpen = (state: DownlinkState): boolean => state === 'pending' || state === 'sent'

const outcomeOf = (state: DownlinkState): ConfirmationState | 'confirmed' => {
  if (isOpen(state)) return 'waiting'
  return state === 'acknowledged' ? 'confirmed' : 'lost'
}

/**
 * The fields whose saved value the device has not confirmed, by its commands, newest first. A replaced command does not
 * count: the newer one carries what it asked for. A lost instruction is past; only its command records it.
 */
export const unconfirmed = (
  commands: readonly Downlink[],
  { instructions }: SettingShape,
  saved: SettingDraft,
): ReadonlyMap<string, ConfirmationState> => {
  const current = commands.filter(({ state }) => state !== 'superseded')
  const found = new Map<string, ConfirmationState>()
  for (const name of Object.keys(saved)) {
    const withField = current.filter(({ payload }) => Object.hasOwn(payload, name))
    const [latest] = withField
    if (latest === undefined) continue
    const outcome = outcomeOf(latest.state)
    if (outcome === 'waiting') found.set(name, 'waiting')
    if (outcome !== 'lost' || Object.hasOwn(instructions, name)) continue
    // What was lost may have been taken back since, to a value that the device has.
    const held = withField.find(({ state }) => state === 'acknowledged')?.payload[name]
    if (held === undefined || String(held ?? '') !== saved[name]) found.set(name, 'lost')
  }
  return found
}
