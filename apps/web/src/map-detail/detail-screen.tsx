import { screens } from '@mimamori/contract/screens'
import type { SiteMap } from '@mimamori/contract/site-map'
import { Button } from 'antd'
import { Fragment } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { RefreshActions } from '../kit/refresh-actions.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { StreamNotice } from '../kit/stream-notice.tsx'
import { useWayTo } from '../kit/use-way-to.ts'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { useMedia } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './detail-screen.module.css'
import { EmergencyRecords } from './emergency-records.tsx'
import { MapPanel } from './map-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { useDetail, type Detail } from './use-detail.ts'

/** Below this the people are shown beneath the map. */
const stackedQuery = '(width < 1100px)'

/** Where the map was chosen; leaders, who have no list of maps, come from people's conditions. */
const useOrigin = () => {
  const { roleKey } = useViewer()
  return roleKey === 'GroupLeader' || roleKey === 'GroupSubLeader' ? screens.conditionList : screens.mapList
}

const Gone = () => {
  const origin = useOrigin()
  return (
    <Panel>
      <div className={styles['gone']} role="alert">
        <p className={styles['title']}>このマップは見つかりません</p>
        <p>削除されたか、見る権限がありません。</p>
        <Button onClick={useWayTo(origin)}>{origin.title}に戻る</Button>
      </div>
    </Panel>
  )
}

/** Whose emergencies are listed: the chosen device's, or the whole map's. */
const EmergencyScope = ({ detail: { pin, listed, gateway, onDevice } }: { readonly detail: Detail }) =>
  pin === undefined ? (
    <span className={styles['hint']}>マップ全体</span>
  ) : (
    <>
      <DeviceMark word={pin.word} size={24} decorative />
      <span className={styles['hint']}>
        選択中の{deviceShapes[pin.word].name} <span className="id">{pin.serialNumber}</span> {pin.name !== pin.serialNumber && pin.name}
        {gateway !== undefined && `・この${deviceShapes[pin.word].name}の作業者 ${listed.length.toLocaleString('ja-JP')}人`}
      </span>
      <Button size="small" onClick={() => onDevice(null)}>
        マップ全体に戻す
      </Button>
    </>
  )

const Body = ({ detail, map }: { readonly detail: Detail; readonly map: SiteMap }) => {
  const isStacked = useMedia(stackedQuery)
  const people = <PeoplePanel key="people" detail={detail} isStacked={isStacked} />
  const drawing = <MapPanel key="map" detail={detail} map={map} isStacked={isStacked} />
  return (
    <>
      {detail.result.error !== null && (
        <Panel>
          <StaleBanner result={detail.result} />
        </Panel>
      )}
      {/* In the order on screen, for people who use the keyboard; by their keys neither is made again. */}
      <div className={styles['columns']}>{isStacked ? [drawing, people] : [people, drawing]}</div>
      <Panel>
        <EmergencyRecords result={detail.records} page={detail.page} setPage={detail.setPage}>
          <EmergencyScope detail={detail} />
        </EmergencyRecords>
      </Panel>
    </>
  )
}

const Waiting = ({ detail: { result } }: { readonly detail: Detail }) => (
  <Panel>
    <NoAnswerYet result={result} height={480} />
  </Panel>
)

/** /map/detail/{id}: one map as it is now: who is where, how they are, and what has happened. */
export const MapDetailScreen = () => {
  const detail = useDetail()
  const viewer = useViewer()
  const { map, isGone, result, records, auto, setAuto, go } = detail
  const name = map && [map.locationName, map.floor].filter((part) => part !== null).join('　')
  return (
    <>
      <PageTitle title={name} count={map?.officeName} back={useOrigin()}>
        <GroupFilter
          officeId={map?.officeId ?? viewer.officeId ?? undefined}
          value={detail.groupId}
          onChange={(groupId) => go({ groupId, UserId: undefined })}
        />
        <RefreshActions
          auto={auto}
          onAuto={setAuto}
          result={{
            isFetching: result.isFetching,
            refetch: () => Promise.all([result.refetch(), ...(map === undefined ? [] : [records.refetch()])]),
          }}
        />
      </PageTitle>
      {auto && result.error === null && <StreamNotice />}
      <Fragment key={detail.mapId}>
        {isGone ? <Gone /> : map === undefined ? <Waiting detail={detail} /> : <Body detail={detail} map={map} />}
      </Fragment>
    </>
  )
}
