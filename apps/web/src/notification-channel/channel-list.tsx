import type { NotificationChannel } from '@mimamori/contract/notification-channel'
import type { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { DataTable, type ListResult } from '../kit/data-table.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import type { ListParams } from '../kit/use-list-params.ts'
import { useWidth } from '../kit/use-width.ts'
import { useNow } from '../platform/clock.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { channelColumns, type ChannelSortKey } from './channel-columns.tsx'
import styles from './channel-list.module.css'

const empty = {
  filtered: '該当する通知先はありません',
  none: 'まだ通知先がありません',
  wayOut:
    '「通知先を追加」から、TeamsやLINE WORKSなど、ふだん見ている所にアラートを届けられます。メールとプッシュは、通知先がなくても届きます。',
}

type Props = {
  readonly list: ListParams<(typeof screenSearch)['notificationChannel'], ChannelSortKey>
  readonly result: ListResult<NotificationChannel>
  readonly chosenId: string | undefined
}

/** The list of channels: where, of what, when, and whether the last message arrived. */
export const ChannelList = ({ list, result, chosenId }: Props) => {
  const viewer = useViewer()
  const isNarrow = useNarrow()
  const now = useNow(60_000)
  const [place, width] = useWidth(500)
  const columns = channelColumns({
    now,
    count: result.data?.count,
    withPlace: viewer.officeId === null && list.filters.officeId === undefined,
    isOneCompany: viewer.companyId !== null,
    isTight: width < 440 && !isNarrow,
  })
  // A company or site without channels hears how to add one, not that its filters find none.
  const ofPlace = { ...list, filtered: list.filters.type !== undefined || list.filters.state !== undefined }
  const frame = {
    label: screens.notificationChannel.title,
    columns,
    rowKey: (row: NotificationChannel) => row.id,
    list: ofPlace,
    result,
    empty,
  }
  return (
    <div ref={place} className={styles['list']}>
      {isNarrow ? (
        <RecordCards {...frame} />
      ) : (
        <DataTable {...frame} rowHeight={66} rowClass={(row) => (row.id === chosenId ? styles['chosen'] : undefined)} />
      )}
      <p className={styles['foot']}>メールとプッシュは、担当表とマスター設定の宛先に送ります。ここの通知先は、それに加えて送ります。</p>
    </div>
  )
}
