import { rotaTargets } from './duty-rota.ts'
import { z } from 'zod'
import { AlertEpisode } from './alert.ts'
import { channelTypes } from './channel-fields.ts'
import { endpoint } from './endpoint.ts'
import { HealthDetailItem } from './health-condition.ts'
import { deliveryStates } from './notification-channel.ts'
import { restSources } from './rest.ts'
import { admins, leaders, roles } from './role.ts'
import { wbgtSources } from './wbgt-source.ts'
import { Instant, Nothing, wireInteger } from './wire.ts'
import { hiddenFromKeys, vital } from './read-scope.ts'

/** What happens to an episode: what its readings show, what people did, and what they noted. */
export const alertEvents = [
  'opened',
  'raised',
  'reported',
  'answered',
  'lowered',
  'ended',
  'reopened',
  'handedOver',
  'corrected',
  'withdrawn',
  'cancelled',
  'acknowledged',
  'responding',
  'closed',
  'noted',
] as const
export type AlertEvent = (typeof alertEvents)[number]

/** The way of a notice; `channel`: to a notification channel outside (通知先). */
export const noticeChannels = ['mail', 'push', 'channel', 'none'] as const
export const noticeOccasions = ['opened', 'raised', 'called', 'escalated', 'late'] as const

/**
 * How far a mail has got: `refused` by some of its addresses, `failed` for all of them; `superseded` where somebody answered
 * before it could leave.
 */
export const mailStates = ['waiting', 'retrying', 'sent', 'refused', 'failed', 'superseded'] as const

/**
 * How far a notice to a channel outside has got: `passed` where the channel was off, failing or out of its hours, and the next step was
 * taken at once; `unknown` where the channel was deleted since.
 */
export const destinationStates = [...deliveryStates, 'passed', 'unknown'] as const

/** One line of who was notified. Only administrators see the addresses; everybody else sees how many there were. */
export const AlertNotice = z.object({
  at: Instant,
  channel: z.enum(noticeChannels),
  occasion: z.enum(noticeOccasions),
  /** The step of the escalation, from 1. */
  step: z.number().int().nullable(),
  level: z.number().int().min(0).max(3).nullable(),
  name: z.string().nullable(),
  role: z.enum(roles).nullable(),
  /** Of a step that was the rota: as what they were notified. */
  rota: z.enum(rotaTargets).nullable(),
  addresses: hiddenFromKeys(z.array(z.string())),
  addressCount: z.number().int(),
  /** Null where it was no mail. */
  mail: z
    .object({
      state: z.enum(mailStates),
      sentAt: Instant.nullable(),
      refused: hiddenFromKeys(z.array(z.string())),
      refusedCount: z.number().int(),
    })
    .nullable(),
  /** The notification channel that it went to or was for, and how far it has got; null of mail and push. `type` is null where nothing was sent to it, and once it is deleted. */
  destination: z.object({ name: z.string(), type: z.enum(channelTypes).nullable(), state: z.enum(destinationStates) }).nullable(),
  /** When this person acknowledged, answered or closed the alert, if they did. */
  answeredAt: Instant.nullable(),
})

/** What the episode was measured with: the devices of its first reading, or the one it is about. */
export const AlertSource = z.object({
  device: z
    .object({
      kind: z.enum(['vital', 'belt', 'heat', 'gateway', 'barometer']),
      serialNumber: z.string(),
      locationName: z.string().nullable(),
    })
    .nullable(),
  gateway: z.object({ serialNumber: z.string(), locationName: z.string().nullable() }).nullable(),
  battery: z.number().int().nullable(),
  wbgtSource: z.enum(wbgtSources).nullable(),
  /** When the first reading came in, where that was later than it was taken. */
  receivedAt: Instant.nullable(),
})

/** One minute of what was measured around the episode; of a belt its hook ('1' hooked) and height in metres. */
export const AlertReading = HealthDetailItem.omit({ alertMail: true }).extend({
  hook: z.enum(['0', '1']).nullable(),
  altitude: z.number().nullable(),
})

export const AlertRecord = z.object({
  episode: AlertEpisode,
  furigana: z.string().nullable(),
  /** The person's limits on that day, bpm; null where the episode is about nobody's heart. */
  limits: vital(z.object({ sustained: z.number(), instantaneous: z.number(), maximum: z.number() }).nullable()),
  ageAssumed: vital(z.boolean()),
  source: AlertSource.nullable(),
  /** As they were at their moment, whatever became of the episode since. */
  events: z.array(
    z.object({
      at: Instant,
      kind: z.enum(alertEvents),
      level: z.number().int().min(0).max(3).nullable(),
      /** Why it was so, in words; null where nothing says so, as at an end, and of old lines. */
      reason: vital(z.string().nullable()),
      heartRate: vital(z.number().int().nullable()),
      excess: z.number().nullable(),
      wbgtValue: z.number().nullable(),
      /** A press of the call button. */
      isCall: z.boolean(),
      /** Who did it; null where the readings did, or at an office that the viewer does not see. */
      by: z.string().nullable(),
      note: vital(z.string().nullable()),
    }),
  ),
  /**
   * What followed a danger or an emergency of a person, from when it came to danger on: the first rest within four hours, and when the
   * heart came down (20 bpm under the own mean, or under the heart rate at the alert). Null of any other alert.
   */
  aftermath: z
    .object({
      since: Instant,
      restedAt: Instant.nullable(),
      restEndedAt: Instant.nullable(),
      /** False of a rest that nobody ended: how long it was is not known. */
      isRestEndKnown: z.boolean(),
      source: z.enum(restSources).nullable(),
      recoveredAt: vital(Instant.nullable()),
      /** Whether there are heart rates after it, and one to compare them with. */
      hasHeart: vital(z.boolean()),
    })
    .nullable(),
  told: z.array(AlertNotice),
  /** What the readings below cover. */
  window: z.object({ from: Instant, to: Instant }),
  /** `none`: such an episode has no readings of its own. `gone`: past the retention. `withheld`: consent was withdrawn. */
  kept: z.enum(['kept', 'none', 'gone', 'withheld']),
  readings: z.array(AlertReading),
})
export type AlertRecord = z.infer<typeof AlertRecord>

const one = z.object({ id: wireInteger(1) })
const readers = [...admins, ...leaders] as const

export const alertRecord = {
  read: endpoint({
    method: 'GET',
    path: '/api/Alert/:id',
    permission: readers,
    readBy: 'alerts',
    summary: 'アラートの記録。エピソード、経過、前後の測定値、知らせた相手。',
    params: one,
    answer: AlertRecord,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/Alert/:id/Download',
    permission: readers,
    summary: 'アラートの記録をPDFで。',
    params: one,
    answer: z.string(),
    raw: true,
  }),
  note: endpoint({
    method: 'POST',
    path: '/api/Alert/:id/Note',
    permission: readers,
    summary: 'アラートの記録にメモを加える。書いた人と時刻が残る。',
    params: one,
    body: z.object({ note: z.string().trim().min(1).max(1_000) }),
    answer: Nothing,
  }),
}
