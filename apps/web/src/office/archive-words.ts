import type { ArchivePreview } from '@mimamori/contract/office-archive'

const counted = (parts: readonly (readonly [count: number, words: string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => words.replace('{count}', count.toLocaleString('ja-JP')))
    .join('、')

/** What stops with an office, in words. */
export const stopWords = ({ keys, wallboardLinks, posterLinks, morningCheckLinks, schedules }: ArchivePreview): string => {
  const stopped = counted([
    [keys, '受信キー{count}個'],
    [wallboardLinks, '現場ボードのリンク{count}個'],
    [posterLinks, '現場の掲示のQRコード{count}枚'],
    [morningCheckLinks, '朝礼チェックの端末のリンク{count}個'],
    [schedules, 'レポートの定期送信と毎週の訓練の予定{count}件'],
  ])
  return `${stopped === '' ? '' : `${stopped}が止まります。`}この拠点のデータは受け付けなくなり、見守りと通知も止まります。`
}

/** Who and what is released from an office, in words. */
export const releaseWords = ({ people, devices, worn }: ArchivePreview): readonly string[] => [
  people === 0
    ? '利用者はいません。'
    : `利用者${people.toLocaleString('ja-JP')}人は、ログインできなくなります。ほかの拠点に所属を変えると、またログインできます。`,
  devices === 0
    ? '機器はありません。'
    : `機器${devices.toLocaleString('ja-JP')}台は、ほかの拠点に同じ番号で登録できるようになります。${
        worn === 0 ? '' : `着用中の${worn.toLocaleString('ja-JP')}台は、ここで着用が終わります。`
      }`,
]

/** What happens to the alerts of an office, in words; why it cannot be archived where an emergency is open. */
export const alertWords = ({ alerts, emergencies }: ArchivePreview): string => {
  if (emergencies > 0) return `終わっていない緊急や申告が${emergencies}件あります。対応を終えてから、閉鎖してください。`
  if (alerts > 0) return `終わっていないアラート${alerts.toLocaleString('ja-JP')}件は、「拠点の閉鎖」として対応を終えます。`
  return '終わっていないアラートはありません。'
}

/** That people are at work there by all appearances; undefined where nobody is heard. */
export const heardWords = ({ heard }: ArchivePreview): string | undefined =>
  heard === 0 ? undefined : `いま${heard.toLocaleString('ja-JP')}人のデータが届いています。作業が終わっているか、確かめてください。`

/** Which devices another office has registered, too, and what that means once the office is reopened; undefined where there is none. */
export const elsewhereWords = ({ devicesElsewhere: count, serialsElsewhere: serials }: ArchivePreview): string | undefined =>
  count === 0
    ? undefined
    : `機器${count.toLocaleString('ja-JP')}台（${serials.join('、')}${count > serials.length ? 'ほか' : ''}）は、ほかの拠点にも同じ番号で登録されています。再開すると、番号が同じ機器のデータは、着用中の拠点のものとして扱います。この拠点で使わない機器は、再開してから削除してください。`
