import type { AlertEpisode, AlertKind } from '@mimamori/contract'
import { reasonText } from '../reason-text.ts'

const aboutBody: readonly AlertKind[] = ['condition', 'emergency', 'noHeartRate', 'silent']

/**
 * The episode of a person who withdrew their consent: without age, heart rate and excess, and its reason without numbers. A
 * limit of the heart rate tells the age, and with what passed it the heart rate.
 * @param cause the kind of its reason
 */
export const withoutValues = (episode: AlertEpisode, cause: string): AlertEpisode => {
  const tells = aboutBody.includes(episode.kind) && cause !== 'call'
  const plain = tells ? reasonText({ kind: cause }, { kind: episode.kind, cause, excess: null }) : null
  return {
    ...episode,
    age: null,
    heartRate: null,
    excess: null,
    reason: plain ?? episode.reason,
    plainReason: plain ?? episode.plainReason,
  }
}
