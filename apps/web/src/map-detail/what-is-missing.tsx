import { admins } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import type { SiteMap } from '@mimamori/contract/site-map'
import { Link } from '@tanstack/react-router'
import { useViewer } from '../platform/viewer.ts'
import styles from './detail-screen.module.css'

type Props = { readonly map: Pick<SiteMap, 'id' | 'officeId' | 'type' | 'mapImage'>; readonly hasPins: boolean }

/** Says what a map lacks so that it can show little, and to those who may add it, where. */
export const WhatIsMissing = ({ map, hasPins }: Props) => {
  const { roleKey } = useViewer()
  const maySet = admins.some((role) => role === roleKey)
  const lacksDrawing = map.type !== 2 && map.mapImage === null
  // On a GPS map people have their own positions.
  const lacksPins = map.type !== 2 && !hasPins
  if (!lacksDrawing && !lacksPins) return null
  return (
    <p className={styles['missing']} role="status">
      {lacksDrawing && '図面が登録されていません。'}
      {lacksDrawing && maySet && (
        <Link to={screens.mapSetting.path} search={{ OfficeId: map.officeId }}>
          {screens.mapSetting.title}
        </Link>
      )}
      {lacksPins && '機器が置かれていません。'}
      {lacksPins && maySet && (
        <Link to={screens.mapDevices.path} params={{ id: String(map.id) }}>
          {screens.mapDevices.title}
        </Link>
      )}
    </p>
  )
}
