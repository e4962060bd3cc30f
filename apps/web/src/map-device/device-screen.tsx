import { useParams } from '@tanstack/react-router'
import { ListFailure } from '../kit/list-failure.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { Placement } from './placement.tsx'
import styles from './placement.module.css'
import { useSiteDevices } from './use-site-devices.ts'

const MapOf = ({ id }: { readonly id: number }) => {
  const { map, devices } = useSiteDevices(id)
  if (map.data !== undefined && devices.data !== undefined) return <Placement map={map.data} devices={devices.data} />
  const failed = map.error === null ? devices : map
  return (
    <>
      <PageTitle />
      <Panel>
        {failed.error === null ? (
          <div className={styles['waiting']}>
            <LoadingOverlay />
          </div>
        ) : (
          <ListFailure error={failed.error} result={failed} />
        )}
      </Panel>
    </>
  )
}

/** /map/{id}/device: where the devices of a map stand. */
export const MapDeviceScreen = () => {
  const { id } = useParams({ strict: false })
  return <MapOf key={id} id={Number(id)} />
}
