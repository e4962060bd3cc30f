import type { HealthRow } from '@mimamori/contract/health-condition'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { AnswerLine } from '../emergency/answer-line.tsx'
import { dangersAmong } from '../emergency/dangers.ts'
import { openResponse } from '../emergency/response-store.ts'
import { useEmergencies, useEpisodes } from '../emergency/use-episodes.ts'
import { CardList } from '../kit/card-list.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StreamNotice } from '../kit/stream-notice.tsx'
import { usePointedOrFocused } from '../kit/use-held.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { useDisplayItems } from '../organisation/settings/display-items.ts'
import { EndOfWorkButton } from '../organisation/end-of-work/end-of-work-button.tsx'
import { useWorkInView } from '../organisation/end-of-work/use-work-in-view.ts'
import { useNewestSearch } from '../platform/newest-search.ts'
import { useMedia, useNarrow } from '../platform/use-media.ts'
import { isSpent } from '../marks/spent-minutes.ts'
import { AlertLegend } from '../marks/alert-legend.tsx'
import { useLimitedPeople } from '../marks/use-limited-people.ts'
import { useLiveList } from '../marks/use-live-list.ts'
import { WorkerCards } from '../marks/worker-card.tsx'
import { detailSearch } from '../marks/worker-link.tsx'
import { useViewer } from '../platform/viewer.ts'
import { listColumns, rowClassOf } from './list-columns.tsx'
import { ListFilters } from './list-filters.tsx'
import { listSpecs, rowsOf } from './list-spec.ts'
import styles from './list-screen.module.css'

// Below these the columns of a row no longer fit beside the sidebar; the base takes a column more.
const compactQuery = { oneSite: '(width < 1580px)', severalSites: '(width < 1860px)' } as const

const useConditionList = () => {
  const viewer = useViewer()
  const rows = rowsOf(useNewestSearch())
  const list = useListParams(listSpecs[rows])
  const [auto, setAuto] = useState(false)
  const { held, handlers } = usePointedOrFocused()
  const { filters, query: paged } = list
  const filter = {
    officeId: viewer.officeId ?? filters.officeId,
    groupId: viewer.groupId ?? filters.groupId,
    hidesNoData: filters.healthData ?? true,
  }
  const { rows: _, ...sorted } = paged
  const query = { ...sorted, officeId: filter.officeId, groupId: filter.groupId, healthData: filter.hidesNoData ? '1' : '0' }
  const result = useLiveList({ query, shown: filter, auto, held })
  const owner = { officeId: filter.officeId, companyId: viewer.companyId }
  const limited = useLimitedPeople(filter)
  const spent = useMemo(() => new Set(limited.filter(isSpent).map(({ userId }) => userId)), [limited])
  const shows = useDisplayItems('PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING', owner)
  return { shows, spent, list, filter, auto, setAuto, result, handlers }
}

type Screen = ReturnType<typeof useConditionList>

const emptyOf = (screen: Screen) => ({
  filtered: '該当する作業者はいません',
  none: 'データのある作業者はいません',
  wayOut: screen.filter.hidesNoData && (
    <Button size="small" onClick={() => screen.list.setFilters({ healthData: false })}>
      データのない作業者も表示
    </Button>
  ),
})

/** The most urgent danger of each person at a site, to be answered from their card. */
const useDangers = (officeId: number | undefined) => {
  const episodes = useEpisodes({ officeId }).data?.data
  return useMemo(
    () =>
      new Map(
        dangersAmong(episodes ?? [])
          .toReversed()
          .map((episode) => [episode.userId, episode]),
      ),
    [episodes],
  )
}

const Cards = ({ screen }: { readonly screen: Screen }) => {
  const dangers = useDangers(screen.filter.officeId)
  const below = ({ userId }: HealthRow) => {
    const episode = dangers.get(userId)
    return episode !== undefined && <AnswerLine episode={episode} />
  }
  return (
    <CardList list={screen.list} result={screen.result} empty={emptyOf(screen)}>
      {(rows) => (
        <WorkerCards
          rows={rows}
          label={screens.conditionList.title}
          withBase={screen.filter.officeId === undefined}
          shows={screen.shows}
          spent={screen.spent}
          below={below}
        />
      )}
    </CardList>
  )
}

const Rows = ({ screen }: { readonly screen: Screen }) => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const emergencies = useEmergencies()
  const onEmergency = useCallback(
    (row: HealthRow) => {
      const episode = emergencies.find((one) => one.userId === row.userId)
      if (episode !== undefined) openResponse(episode)
      else void navigate({ to: screens.conditionDetail.path, search: detailSearch(row) })
    },
    [emergencies, navigate],
  )
  const withBase = screen.filter.officeId === undefined
  const compact = useMedia(compactQuery[withBase ? 'severalSites' : 'oneSite'])
  const { shows, spent } = screen
  const columns = useMemo(
    () => listColumns({ shows, withBase, withSignal: viewer.roleKey === 'AdminUnitService', compact, onEmergency, spent }),
    [shows, withBase, viewer.roleKey, compact, onEmergency, spent],
  )
  return (
    <DataTable
      label={screens.conditionList.title}
      columns={columns}
      rowKey={(row) => row.userId}
      rowHeight={compact ? 51 : 38}
      rowClass={rowClassOf}
      list={screen.list}
      result={screen.result}
      empty={emptyOf(screen)}
      keepsCells
    />
  )
}

/** /physical-condition/list: everybody's condition, the most urgent first. */
export const ConditionListScreen = () => {
  const screen = useConditionList()
  const narrow = useNarrow()
  const { list, result, filter } = screen
  const count = result.data?.count
  const work = useWorkInView(filter)
  return (
    <>
      <PageTitle count={count === undefined ? undefined : `${count.toLocaleString('ja-JP')}人`}>
        <AlertLegend />
        {work !== undefined && <EndOfWorkButton work={work} />}
      </PageTitle>
      {screen.auto && result.error === null && <StreamNotice />}
      <Panel>
        <ListFilters
          filter={filter}
          auto={screen.auto}
          result={result}
          onOffice={(officeId) => list.setFilters({ officeId, groupId: undefined })}
          onGroup={(groupId) => list.setFilters({ groupId })}
          onHide={(hides) => list.setFilters({ healthData: hides ? undefined : false })}
          onAuto={screen.setAuto}
        />
        <div className={styles['rows']} {...screen.handlers}>
          {narrow ? <Cards screen={screen} /> : <Rows screen={screen} />}
        </div>
      </Panel>
    </>
  )
}
