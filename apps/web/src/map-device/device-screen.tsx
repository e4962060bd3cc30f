import { useParams } from '@tanstack/react-router'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { Placement } from './placement.tsx'
import { useSiteDevices } from './use-site-devices.ts'

const MapOf = ({ id }: { readonly id: number }) => {
  const { map, devices } = useSiteDevices(id)
  if (map.data !== undefined && devices.data !== undefined) return <Placement map={map.data} devices={devices.data} />
  const failed = map.error === null ? devices : map
  return (
    <>
      <PageTitle />
      <Panel>
        <NoAnswerYet result={failed} height={320} />
      </Panel>
    </>
  )
}

/** /map/{id}/device: the places of a map's devices. */
export const MapDeviceScreen = () => {
  const { id } = useParams({ strict: false })
  return <MapOf key={id} id={Number(id)} />
}
