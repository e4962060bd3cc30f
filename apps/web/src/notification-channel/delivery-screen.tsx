import DownOutlined from '@ant-design/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/UpOutlined'
import { labels } from '@mimamori/contract/labels'
import { type ChannelDelivery, deliveryStateNames, deliveryStates, notificationChannel } from '@mimamori/contract/notification-channel'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { DayFilters } from '../kit/day-filter.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { clockWithSeconds, dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { useNarrow } from '../platform/use-media.ts'
import { DeliveryName, DeliveryState } from './delivery-line.tsx'
import styles from './delivery-screen.module.css'

const spec = { filters: screenSearch.channelDeliveries, sortKeys: [] as const, pageSize: 50 }
const states = deliveryStates.map((value) => ({ value, label: deliveryStateNames[value] }))

const instant = (at: string) => `${dateOf(Date.parse(at)).replaceAll('-', '/')} ${clockWithSeconds(Date.parse(at))}`

type DetailButtonProps = { readonly delivery: ChannelDelivery; readonly isOpen: boolean; readonly onToggle: (id: number) => void }

const DetailButton = ({ delivery, isOpen, onToggle }: DetailButtonProps) => (
  <Button
    type="text"
    size="small"
    aria-expanded={isOpen}
    aria-label={`${instant(delivery.at)}の答え`}
    icon={isOpen ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
    onClick={() => onToggle(delivery.id)}
  >
    答え
  </Button>
)

const answerless = ({ bodyGone, status }: Pick<ChannelDelivery, 'bodyGone' | 'status'>): string => {
  if (bodyGone) return '相手の答えは30日で消えました。'
  return status === null ? '相手は何も答えていません。' : '本文はありませんでした。'
}

/** What the channel answered, in its own words, and how often it was tried. */
const Answer = ({ delivery }: { readonly delivery: ChannelDelivery }) => {
  const { attempts, status, reason, detail, sentAt, nextTryAt, bodyGone } = delivery
  const facts = [
    `${attempts}回試しました`,
    status !== null && `HTTP ${status}`,
    sentAt !== null && `届いた日時 ${instant(sentAt)}`,
    nextTryAt !== null && `次は ${instant(nextTryAt)}`,
  ].filter((fact) => fact !== false)
  return (
    <div className={styles['answer']}>
      <p>{facts.join('・')}</p>
      {reason !== null && <p>{reason}</p>}
      {detail === null || detail.trim() === '' ? (
        <p className={styles['quiet']}>{answerless({ bodyGone, status })}</p>
      ) : (
        <pre>{detail}</pre>
      )}
    </div>
  )
}

const { notificationChannel: label } = labels

/** /notification-channel/$id/delivery: everything that a channel was sent, and what it answered; that for 30 days. */
export const ChannelDeliveryScreen = () => {
  const { id = '' } = useParams({ strict: false })
  const list = useListParams(spec)
  const isNarrow = useNarrow()
  const [open, setOpen] = useState<readonly number[]>([])
  const channel = useQuery(queryOf(notificationChannel.one, { params: { id } })).data
  const result = useQuery(queryOf(notificationChannel.deliveries, { params: { id }, query: list.query }))
  const toggle = (one: number) => setOpen((now) => (now.includes(one) ? now.filter((other) => other !== one) : [...now, one]))
  const columns: readonly Column<ChannelDelivery, never>[] = [
    { key: 'at', title: label.at, fixed: 'start', width: 170, render: ({ at }) => instant(at) },
    { key: 'what', title: '内容', render: (delivery) => <DeliveryName delivery={delivery} site={channel?.officeName ?? null} /> },
    {
      key: 'alert',
      title: 'アラート',
      render: ({ alertId }) =>
        alertId !== null && (
          <Link to={screens.alertRecord.path} params={{ id: String(alertId) }}>
            記録を見る
          </Link>
        ),
    },
    { key: 'state', title: label.state, render: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      key: 'answer',
      title: <span className="visually-hidden">操作</span>,
      align: 'right',
      render: (delivery) => (
        <>
          <DetailButton delivery={delivery} isOpen={open.includes(delivery.id)} onToggle={toggle} />
          {isNarrow && open.includes(delivery.id) && <Answer delivery={delivery} />}
        </>
      ),
    },
  ]
  const below = (row: ChannelDelivery) => (open.includes(row.id) ? <Answer delivery={row} /> : undefined)
  const frame = {
    label: screens.channelDeliveries.title,
    rowKey: (row: ChannelDelivery) => row.id,
    list,
    result,
    empty: {
      filtered: '該当する記録はありません',
      none: 'まだ何も送っていません',
      wayOut: 'アラートを知らせるか、「試しに送る」を押すと、ここに残ります。',
    },
    columns,
  }
  return (
    <>
      <PageTitle
        back={screens.notificationChannel}
        backSearch={{ id }}
        title={channel === undefined ? undefined : `${channel.name}に送った記録`}
        count={result.data === undefined ? undefined : `${result.data.count.toLocaleString('ja-JP')}件`}
      />
      <Panel>
        <FilterBar>
          <SelectFilter label={label.state} value={list.filters.state} choices={states} onChange={(state) => list.setFilters({ state })} />
          <DayFilters
            labels={['開始日', '終了日']}
            values={[list.filters.from, list.filters.to]}
            onChange={([from, to]) => list.setFilters({ from, to })}
          />
        </FilterBar>
        {isNarrow ? <RecordCards {...frame} /> : <DataTable {...frame} rowHeight={44} below={below} />}
      </Panel>
      <p className={styles['kept']}>相手の答えと送った内容は30日で消します。いつ、何を、どこに送ったかは残ります。</p>
    </>
  )
}
