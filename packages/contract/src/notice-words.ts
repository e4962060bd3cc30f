import type { AlertRecord } from './alert-record.ts'
import { channelTypeNames } from './channel-fields.ts'
import { deliveryStateNames } from './notification-channel.ts'
import { mailStateNames } from './outbox-mail.ts'
import { rotaTargetName } from './duty-rota.ts'
import { roleNames } from './role.ts'

type Notice = AlertRecord['told'][number]

/** How far a notice to a channel outside has got, in words. */
export const destinationStateNames: Readonly<Record<NonNullable<Notice['destination']>['state'], string>> = {
  ...deliveryStateNames,
  passed: '送れないため次へ進みました',
  unknown: '通知先の削除後のため不明',
}

/** The ways that a notice may take. */
export const noticeChannelNames: Record<Notice['channel'], string> = { mail: 'メール', push: 'プッシュ', channel: '通知先', none: '―' }

/** The way a notice took: of a channel outside its service. */
export const wayOf = ({ channel, destination }: Notice): string =>
  destination === null || destination.type === null ? noticeChannelNames[channel] : channelTypeNames[destination.type]

/** Who a notice is for: 職長 岩本, 担当（1番目） 岩本, 通知先 安全管理チャネル, the addresses of a mail, or how many those are. */
export const receiverOf = ({ name, role, rota, addresses, addressCount, destination }: Notice): string => {
  if (destination !== null) return `${noticeChannelNames.channel} ${destination.name}`
  // Of everybody, for an empty place, each is called by their role.
  if (rota !== null && (rota !== 'everybody' || name === null))
    return name === null ? rotaTargetName(rota) : `${rotaTargetName(rota)} ${name}`
  if (name !== null) return role === null ? name : `${roleNames[role]} ${name}`
  if (role !== null) return roleNames[role]
  return addresses.length > 0 ? addresses.join('、') : `登録アドレス ${addressCount}件`
}

/** How far a notice has got. */
export const noticeState = ({ channel, mail, destination }: Notice): string => {
  if (destination !== null) return destinationStateNames[destination.state]
  if (channel === 'none') return '届く相手がいません'
  return mail === null ? '送信済み' : mailStateNames[mail.state]
}

/** The addresses that refused a mail; how many where they are not shown. */
export const refusedWords = ({ mail }: Notice): string | undefined => {
  if (mail === null || mail.refusedCount === 0) return undefined
  return mail.refused.length > 0 ? `受け取られなかった宛先 ${mail.refused.join('、')}` : `受け取られなかった宛先 ${mail.refusedCount}件`
}
