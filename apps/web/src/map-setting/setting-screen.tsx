import { screens } from '@mimamori/contract/screens'
import { siteMap } from '@mimamori/contract/site-map'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Unchosen } from '../kit/choice-bar.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useWayTo } from '../kit/use-way-to.ts'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { queryOf } from '../platform/query.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { MapFormScreen } from './map-form.tsx'
import { OfficeChoice, OwnOffice } from './office-choice.tsx'

const list = screens.mapList

type Frame = (actions?: ReactNode) => ReactNode

/** The maps of a site as the server has them at this moment, since what is edited must not come from a cache. */
const MapsOfOffice = ({ officeId, frame }: { readonly officeId: number; readonly frame: Frame }) => {
  const result = useQuery({ ...queryOf(siteMap.list, { query: { officeId } }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const leave = useWayTo(list)
  if (result.data !== undefined)
    return (
      <MapFormScreen
        officeId={officeId}
        loaded={result.data}
        read={async () => (await result.refetch()).data}
        heading={frame}
        onLeave={leave}
      />
    )
  return (
    <>
      {frame()}
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    </>
  )
}

/** /map/setting: the maps of a site, their drawings and their order. */
export const MapSettingScreen = () => {
  const viewer = useViewer()
  const searchedId = useScreenSearch('mapSetting').OfficeId
  const offices = useOffices()
  // A site out of reach is as if it were not asked for.
  const officeId = viewer.officeId ?? offices?.find((office) => office.officeId === searchedId)?.officeId
  const frame: Frame = (actions) => (
    <>
      <PageTitle back={list} {...(viewer.officeName !== null && { count: <OwnOffice name={viewer.officeName} /> })}>
        {actions}
      </PageTitle>
      {viewer.officeId === null && <OfficeChoice officeId={officeId} />}
    </>
  )
  if (officeId !== undefined) return <MapsOfOffice key={officeId} officeId={officeId} frame={frame} />
  return (
    <>
      {frame()}
      <Unchosen hidden={searchedId !== undefined && offices === undefined}>拠点を選ぶと、その拠点のマップを見て、変えられます。</Unchosen>
    </>
  )
}
