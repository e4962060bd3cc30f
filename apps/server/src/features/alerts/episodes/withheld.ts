import { type AlertEpisode, type AlertKind, emergencyKinds } from '@mimamori/contract'
import { reasonText } from '../../../shared/monitoring/reasons/reason-text.ts'

const aboutBody: readonly AlertKind[] = ['condition', ...emergencyKinds, 'noHeartRate', 'silent']

/**
 * A reason without its numbers: a limit of the heart rate reveals the age, and with the excess the heart rate.
 * @param cause the kind of the reason
 * @returns null where the reason says nothing of the body
 */
export const reasonWithoutNumbers = (kind: AlertKind, cause: string): string | null =>
  aboutBody.includes(kind) && cause !== 'call' ? reasonText({ kind: cause }, { kind, cause, excess: null }) : null

/**
 * The episode of a person who withdrew their consent: without age, heart rate and excess, and its reason without numbers.
 * @param cause the kind of its reason
 */
export const withoutValues = (episode: AlertEpisode, cause: string): AlertEpisode => {
  const plain = reasonWithoutNumbers(episode.kind, cause)
  return {
    ...episode,
    age: null,
    heartRate: null,
    excess: null,
    reason: plain ?? episode.reason,
    plainReason: plain ?? episode.plainReason,
  }
}
