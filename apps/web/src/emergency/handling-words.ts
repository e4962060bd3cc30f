import { emergencyInWords } from '@mimamori/contract/emergency-words'
import { alertKindNames, handlingNames, isDeviceAlarm, type AlertEpisode } from '@mimamori/contract/alert'
import { roleNames } from '@mimamori/contract/role'
import { clockOf } from '../platform/japan-time.ts'

type Pressed = NonNullable<AlertEpisode['pressed']>

/** 担当・職長・通知先 安全管理. After the last step everybody is notified again: naming them all says no more, and bursts a phone's banner. */
const receiversInWords = ({ roles, onDuty, channels }: Pick<Pressed, 'roles' | 'onDuty' | 'channels'>): string => {
  const receivers = [...(onDuty ? ['担当'] : []), ...roles.map((role) => roleNames[role]), ...channels.map((name) => `通知先 ${name}`)]
  return receivers.length > 2 ? '全員' : receivers.join('・')
}

/** Who was last notified of an episode that nobody has answered: 職長へ再通知 13:08; undefined if nobody was notified again. */
export const pressedInWords = ({ handling, pressed: escalation }: Pick<AlertEpisode, 'handling' | 'pressed'>): string | undefined =>
  handling === 'open' && escalation !== null
    ? `${receiversInWords(escalation) || '登録アドレス'}へ再通知 ${clockOf(escalation.at)}`
    : undefined

/** How far people have got with an episode: 未対応, 未対応（職長へ再通知 13:08）, 確認済み 13:43. */
export const handlingInWords = (episode: Pick<AlertEpisode, 'handling' | 'handledAt' | 'pressed'>): string => {
  const { handling, handledAt } = episode
  const name = handlingNames[handling]
  const escalation = pressedInWords(episode)
  if (escalation !== undefined) return `${name}（${escalation}）`
  return handledAt === null || handling === 'open' ? name : `${name} ${clockOf(handledAt)}`
}

/** Whom or what an episode is about: the person, else what happened, which names the device. */
export const subjectOf = ({ fullName, reason }: Pick<AlertEpisode, 'fullName' | 'reason'>): string => fullName ?? reason

/** What heads an emergency or a report; a drill says that it is one before anything else. */
export const headOf = ({ drill, kind }: Pick<AlertEpisode, 'drill' | 'kind'>): string =>
  drill === '1' ? '訓練' : kind === 'report' ? alertKindNames.report : emergencyInWords(isDeviceAlarm(kind) ? kind : null)

/** Where it happened; a drill is of a group or of a whole office. */
export const placeOf = ({ drill, locationName, groupName }: Pick<AlertEpisode, 'drill' | 'locationName' | 'groupName'>): string =>
  drill === '1' ? (groupName ?? '拠点全体') : (locationName ?? '位置不明')

/** The next thing to do about an episode, as a button says it. */
export const nextVerb: Record<AlertEpisode['handling'], string> = {
  open: '確認する',
  acknowledged: '対応する',
  responding: '対応を終える',
  closed: '確認する',
}
