import { labels, statusNames } from '@mimamori/contract/labels'
import { beltSortKeys, hookNames, type BeltRow } from '@mimamori/contract/safety-belt'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useCallback, useMemo, useState } from 'react'
import { byNeed } from '../emergency/episodes.ts'
import { useEpisodes } from '../emergency/use-episodes.ts'
import { CardList } from '../kit/card-list.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { RefreshActions } from '../kit/refresh-actions.tsx'
import { StreamNotice } from '../kit/stream-notice.tsx'
import { usePointedOrFocused } from '../kit/use-held.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { SilentMark } from '../marks/sign-mark.tsx'
import { useDisplayItems } from '../organisation/settings/display-items.ts'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useMedia, useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { BeltCards } from './belt-card.tsx'
import { CountsStrip } from './counts-strip.tsx'
import { HookMark } from './hook-mark.tsx'
import { listColumns } from './list-columns.tsx'
import styles from './list-screen.module.css'
import { useBeltCounts, useBelts } from './use-belts.ts'

const { beltList } = screens
const spec = { filters: screenSearch.beltList, sortKeys: beltSortKeys, pageSize: 100 }

// Below these the columns of a row no longer fit beside the sidebar; the base takes a column more.
const compactQuery = { oneSite: '(width < 1500px)', severalSites: '(width < 1700px)' } as const

const situations = (['0', '1'] as const).map((value) => ({ value, label: hookNames[value] }))

const empty = {
  filtered: '該当する安全帯はありません',
  none: '着用中の安全帯はありません',
  wayOut: '作業者の編集画面で安全帯を割り当てると、ここに出ます。',
}

const Legend = () => (
  <ul className={styles['legend']} aria-label="フックの凡例">
    {(['1', '0'] as const).map((hook) => (
      <li key={hook}>
        <HookMark hook={hook} decorative />
        {hookNames[hook]}
      </li>
    ))}
    <li>
      <SilentMark size={16} decorative />
      {statusNames['0']}（細い線は途絶前の値）
    </li>
  </ul>
)

/** The open alert about a belt's wearer, which the row lets people answer. */
const useEpisodeOf = (officeId: number | undefined) => {
  const { data } = useEpisodes({ kind: 'belt', officeId })
  const byUser = useMemo(() => {
    const openAlerts = (data?.data ?? []).filter(({ endedAt }) => endedAt === null)
    return new Map(openAlerts.toSorted(byNeed).map((episode) => [episode.userId, episode]))
  }, [data])
  return useCallback((row: BeltRow) => (row.userId === null ? undefined : byUser.get(row.userId)), [byUser])
}

const useBeltList = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const [auto, setAuto] = useState(true)
  const { held, handlers } = usePointedOrFocused()
  const officeId = viewer.officeId ?? list.filters.officeId
  const filter = { officeId, groupId: list.filters.groupId, situation: list.filters.situation }
  const result = useBelts({ query: { ...list.query, officeId }, shown: filter, auto, held })
  const counts = useBeltCounts({ officeId, groupId: filter.groupId }, auto)
  const shows = useDisplayItems('SAFETY_LIST_DISPLAY_ITEM_SETTING', { officeId, companyId: viewer.companyId })
  return { list, filter, auto, setAuto, handlers, result, counts, shows, episodeOf: useEpisodeOf(officeId) }
}

type Screen = ReturnType<typeof useBeltList>

const Filters = ({ screen: { list, filter, auto, setAuto, result, counts } }: { readonly screen: Screen }) => (
  <FilterBar
    actions={
      <RefreshActions
        auto={auto}
        onAuto={setAuto}
        result={{ isFetching: result.isFetching, refetch: () => Promise.all([result.refetch(), counts.refetch()]) }}
      />
    }
  >
    <OfficeFilter value={list.filters.officeId} onChange={(officeId) => list.setFilters({ officeId, groupId: undefined })} />
    <GroupFilter officeId={filter.officeId} value={filter.groupId} onChange={(groupId) => list.setFilters({ groupId })} />
    <SelectFilter
      label={labels.safetyBelt.situation}
      value={filter.situation}
      choices={situations}
      onChange={(situation) => list.setFilters({ situation })}
    />
  </FilterBar>
)

const Rows = ({ screen }: { readonly screen: Screen }) => {
  const { list, result, shows, episodeOf, filter } = screen
  const withSignal = useViewer().roleKey === 'AdminUnitService'
  const withBase = filter.officeId === undefined
  const compact = useMedia(compactQuery[withBase ? 'severalSites' : 'oneSite'])
  const columns = useMemo(
    () => listColumns({ shows, withBase, withSignal, compact, episodeOf }),
    [shows, withBase, withSignal, compact, episodeOf],
  )
  return (
    <DataTable
      label={beltList.title}
      columns={columns}
      rowKey={(row) => row.deviceId}
      // Where the base is under the group, its name takes two lines of its own.
      rowHeight={compact && withBase ? 67 : 51}
      rowClass={(row) => (row.state === 'alert' && row.status === '' ? styles['row-danger'] : undefined)}
      list={list}
      result={result}
      empty={empty}
    />
  )
}

const Cards = ({ screen: { list, result, filter, shows, episodeOf } }: { readonly screen: Screen }) => (
  <CardList list={list} result={result} empty={empty}>
    {(rows) => <BeltCards rows={rows} label={beltList.title} withBase={filter.officeId === undefined} {...{ shows, episodeOf }} />}
  </CardList>
)

/** /safety-belt/list: every belt that is worn, who is unhooked at height first. */
export const BeltListScreen = () => {
  const screen = useBeltList()
  const narrow = useNarrow()
  const { result, counts } = screen
  const count = result.data?.count
  return (
    <>
      <PageTitle count={count === undefined ? undefined : `${count.toLocaleString('ja-JP')}台`}>
        <Legend />
      </PageTitle>
      {screen.auto && result.error === null && <StreamNotice />}
      {counts.data !== undefined && <CountsStrip counts={counts.data} />}
      <Panel>
        <Filters screen={screen} />
        <div className={styles['rows']} {...screen.handlers}>
          {narrow ? <Cards screen={screen} /> : <Rows screen={screen} />}
        </div>
      </Panel>
    </>
  )
}
