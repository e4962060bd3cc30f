import SettingOutlined from '@ant-design/icons/SettingOutlined'
import { screens } from '@mimamori/contract/screens'
import type { ListedMap } from '@mimamori/contract/site-map'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { CardList } from '../kit/card-list.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { RefreshActions } from '../kit/refresh-actions.tsx'
import { StreamNotice } from '../kit/stream-notice.tsx'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { CompanyFilter, OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useViewer } from '../platform/viewer.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import { AreaFilter } from './area-filter.tsx'
import styles from './list-screen.module.css'
import { MapCards } from './map-card.tsx'
import { useAlerts } from './use-alerts.ts'
import { useMapList, type MapListState } from './use-map-list.ts'

const { mapList, mapSetting } = screens

const ToSetting = ({ officeId, first = false }: { readonly officeId: number | undefined; readonly first?: boolean }) => {
  const navigate = useNavigate()
  return (
    <Button
      {...(first && { type: 'primary' })}
      icon={<SettingOutlined aria-hidden="true" />}
      onClick={() => void navigate({ to: mapSetting.path, search: { OfficeId: officeId } })}
    >
      {first ? 'マップを登録する' : mapSetting.title}
    </Button>
  )
}

const Filters = ({ state, onRefresh }: { readonly state: MapListState; readonly onRefresh: () => unknown }) => {
  const viewer = useViewer()
  const { list, companyId, officeId, groupId, locationName, auto, setAuto, result } = state
  const unset = { groupId: undefined, locationName: undefined }
  return (
    <FilterBar actions={<RefreshActions auto={auto} onAuto={setAuto} result={{ isFetching: result.isFetching, refetch: onRefresh }} />}>
      {viewer.companyId === null && (
        <CompanyFilter value={companyId} onChange={(chosen) => list.setFilters({ companyId: chosen, officeId: undefined, ...unset })} />
      )}
      <OfficeFilter
        value={list.filters.officeId}
        companyId={companyId}
        onChange={(chosen) => list.setFilters({ officeId: chosen, ...unset })}
      />
      <GroupFilter officeId={officeId} value={groupId} onChange={(chosen) => list.setFilters({ groupId: chosen })} />
      <AreaFilter
        officeId={officeId}
        shown={result.data}
        value={locationName}
        onChange={(chosen) => list.setFilters({ locationName: chosen })}
      />
    </FilterBar>
  )
}

/** The maps by base, in the order of the list; those of one base need no heading. */
const byOffice = (maps: readonly ListedMap[]) => [...Map.groupBy(maps, ({ officeId }) => officeId).values()]

const Maps = ({ state: { list, result, officeId, groupId } }: { readonly state: MapListState }) => {
  const empty = {
    filtered: '該当するマップはありません',
    none: 'まだマップがありません',
    wayOut: (
      <>
        <p>図面を登録して機器を置くと、だれがどこにいるかが図面に出ます。</p>
        <ToSetting officeId={officeId} first />
      </>
    ),
  }
  // A base and its group narrow nothing away: a base without maps has none, whatever is chosen beside it.
  const filtered = list.filters.locationName !== undefined
  return (
    <CardList list={{ ...list, filtered, clearFilters: () => list.setFilters({ locationName: undefined }) }} result={result} empty={empty}>
      {(maps) =>
        officeId === undefined ? (
          byOffice(maps).map((ofOffice) => (
            <section key={ofOffice[0]?.officeId} aria-label={ofOffice[0]?.officeName}>
              <h2 className={styles['office']}>{ofOffice[0]?.officeName}</h2>
              <MapCards maps={ofOffice} label={`${ofOffice[0]?.officeName ?? ''}の${mapList.title}`} groupId={groupId} heading="h3" />
            </section>
          ))
        ) : (
          <MapCards maps={maps} label={mapList.title} groupId={groupId} heading="h2" />
        )
      }
    </CardList>
  )
}

/** Whose alerts are listed beneath the maps: of one area those of the people there; else of the whole site. */
const peopleOf = ({ locationName, result }: MapListState): number[] | undefined =>
  locationName === undefined
    ? undefined
    : [...new Set((result.data?.data ?? []).flatMap(({ listMarks }) => listMarks.map(({ userId }) => userId)))]

/** /map/list: every map of a site in small, with the people who need help at their places, and what there is to answer. */
export const MapListScreen = () => {
  const state = useMapList()
  const { result, auto, companyId, officeId, groupId } = state
  const alerts = useAlerts({ companyId: officeId === undefined ? companyId : undefined, officeId, groupId, userIds: peopleOf(state) }, auto)
  const count = result.data?.count
  return (
    <>
      <PageTitle count={count === undefined ? undefined : `${count.toLocaleString('ja-JP')}枚`}>
        <ToSetting officeId={officeId} />
      </PageTitle>
      {auto && result.error === null && <StreamNotice />}
      <Panel>
        <Filters state={state} onRefresh={() => Promise.all([result.refetch(), alerts.result.refetch()])} />
        <Maps state={state} />
      </Panel>
      <AlertsPanel {...alerts} companyId={companyId} officeId={officeId} area={state.locationName} />
    </>
  )
}
