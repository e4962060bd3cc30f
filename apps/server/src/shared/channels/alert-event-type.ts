import { type AlertEventType, type AlertKind, type Ending, silenceKinds } from '@mimamori/contract'

/** An alert as far as the type of its event depends on it. */
type EventSubject = { readonly kind: AlertKind; readonly endedAt: Date | null; readonly ending: Ending | null }

/**
 * What webhooks call a line of an alert's history; undefined of lines that they are not sent: a level that fell, a note, an answer of
 * the person, a correction of the past, a hand-over within the site. A silence begins and recovers as `device.silent` and
 * `device.heard`. Project choice, decisions/0153.
 * @param event the line's own name, as `alert_event` has it
 */
export const alertEventTypeOf = (event: string, { kind, endedAt, ending }: EventSubject): AlertEventType | undefined => {
  const isSilence = silenceKinds.some((silence) => silence === kind)
  switch (event) {
    case 'opened':
      return isSilence ? 'device.silent' : 'alert.opened'
    case 'raised':
    case 'reported':
      return 'alert.raised'
    case 'acknowledged':
    case 'responding':
      return 'alert.acknowledged'
    case 'closed':
      return 'alert.closed'
    case 'ended':
      return isSilence && ending === 'recovered' ? 'device.heard' : 'alert.ended'
    case 'withdrawn':
      return 'alert.ended'
    // To another group of the site it continues; at another site another alert does.
    case 'handedOver':
      return endedAt === null ? undefined : 'alert.ended'
    default:
      return undefined
  }
}
