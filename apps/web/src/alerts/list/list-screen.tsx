import type { AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { CardList } from '../../kit/card-list.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { DownloadButton } from '../../kit/download-button.tsx'
import { PageTitle } from '../../kit/page-title.tsx'
import { Panel } from '../../kit/panel.tsx'
import { RefreshActions } from '../../kit/refresh-actions.tsx'
import { StreamNotice } from '../../kit/stream-notice.tsx'
import { useMedia, useNarrow } from '../../platform/use-media.ts'
import { AlertCards } from './alert-cards.tsx'
import { ConfirmBar } from './confirm-bar.tsx'
import { listColumns, rowClassOf } from './list-columns.tsx'
import { ListFilters } from './list-filters.tsx'
import { periodNames, periodOf } from './list-ask.ts'
import styles from './list-screen.module.css'
import { wayOf } from './group-by-person.ts'
import { useAlertList, type AlertScreen } from './use-alert-list.ts'
import { useTicks } from './use-ticks.ts'

// Below these the base is under the place, and the outcome under the handling.
const compactQuery = '(width < 1700px)'
const tightQuery = '(width < 1440px)'

/** Which rows have a bar beneath: the last of each person's, in the order shown. */
const barsOf = ({ people, result }: AlertScreen): Map<number, number> => {
  const last = new Map<number, number>()
  for (const row of result.data?.data ?? []) if (wayOf(row, people) === 'bar' && row.userId !== null) last.set(row.userId, row.id)
  return new Map([...last].map(([userId, id]) => [id, userId]))
}

const emptyOf = ({ list }: AlertScreen) => ({
  filtered: '該当するアラートはありません',
  none: '現在のアラートはありません',
  wayOut: (
    <Button size="small" onClick={() => list.setFilters({ allTime: true })}>
      過去のアラートを見る
    </Button>
  ),
})

const Rows = ({ screen }: { readonly screen: AlertScreen }) => {
  const narrow = useNarrow()
  const width = { compact: useMedia(compactQuery), tight: useMedia(tightQuery) }
  const { isTicked, setTicked } = useTicks()
  const { people, shows, companyId, listQuery, list, result } = screen
  const bars = useMemo(() => barsOf(screen), [screen])
  const way = (alert: AlertEpisode) => wayOf(alert, people)
  const below = (alert: AlertEpisode): ReactNode => {
    const person = people.get(bars.get(alert.id) ?? 0)
    if (person === undefined) return undefined
    const ids = person.onPage.map(({ id }) => id)
    return <ConfirmBar person={person} isTicked={isTicked} onAll={(ticked) => setTicked(ids, ticked)} />
  }
  const withBase = listQuery.officeId === undefined
  const ticking = { wayOf: way, isTicked, onTick: (id: number) => setTicked([id], !isTicked(id)) }
  if (narrow)
    return (
      <CardList list={list} result={result} empty={emptyOf(screen)}>
        {(rows) => <AlertCards rows={rows} shows={shows} withBase={withBase} below={below} {...ticking} />}
      </CardList>
    )
  return (
    <DataTable
      label={screens.alertList.title}
      columns={listColumns({
        ...width,
        shows,
        withBase,
        withCompany: companyId === undefined,
        ...ticking,
      })}
      rowKey={(alert) => alert.id}
      rowHeight={51}
      rowClass={(alert) => rowClassOf(alert, way(alert), isTicked(alert.id))}
      below={below}
      list={list}
      result={result}
      empty={emptyOf(screen)}
    />
  )
}

const Download = ({ companyId, listQuery }: Pick<AlertScreen, 'companyId' | 'listQuery'>) =>
  companyId === undefined ? (
    <span className={styles['quiet']}>会社を選ぶと、ダウンロードできます。</span>
  ) : (
    <DownloadButton endpoint={endpoints.alert.download} input={{ params: { companyId }, query: listQuery }} fileName="アラート一覧.csv" />
  )

const spanOf = ({ filters }: AlertScreen['list']): string => {
  if (filters.allTime !== true) return '現在'
  const period = periodOf(filters)
  return period === 'chosen' ? '指定した期間' : periodNames[period]
}

const countOf = ({ result, list, unseen }: AlertScreen): ReactNode =>
  result.data !== undefined && (
    <>
      {spanOf(list)} {result.data.count.toLocaleString('ja-JP')}件
      {unseen !== undefined && <b className={styles['unseen']}>未対応 {unseen.toLocaleString('ja-JP')}件</b>}
    </>
  )

/** /alert/list: alerts of now and of the past, one line an episode. */
export const AlertListScreen = () => {
  const screen = useAlertList()
  const { result, auto, setAuto, handlers } = screen
  return (
    <>
      <PageTitle count={countOf(screen)}>
        <RefreshActions auto={auto} onAuto={setAuto} result={result} />
        <Download {...screen} />
      </PageTitle>
      {auto && result.error === null && <StreamNotice />}
      <Panel>
        <ListFilters {...screen} />
        <div className={styles['rows']} {...handlers}>
          <Rows screen={screen} />
        </div>
      </Panel>
    </>
  )
}
