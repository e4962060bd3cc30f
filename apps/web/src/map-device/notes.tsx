import type { SiteMap } from '@mimamori/contract/site-map'
import { Button } from 'antd'
import { Banner } from '../kit/banner.tsx'
import type { MapGeometry } from '../map-canvas/map-geometry.ts'
import type { Placing } from './placing.ts'
import styles from './placement.module.css'

type Props = {
  readonly map: SiteMap
  readonly geometry: MapGeometry
  readonly placing: Placing
  readonly onDismissLost: () => void
}

/** What somebody must know before they continue: what others did meanwhile, and what the map lacks. */
export const Notes = ({ map, geometry, placing: { lost, disputed, changes }, onDismissLost }: Props) => {
  const open = [...disputed].filter((key) => changes.has(key)).length
  return (
    <div className={styles['notes']}>
      {open > 0 && (
        <Banner kind="failure">
          {open}台は、ここで変えている間にほかの人も変えました。表の「ほかの人の変更」と見比べて、このまま保存するか、取り消してください。
        </Banner>
      )}
      {lost.length > 0 && (
        <Banner kind="failure">
          {lost.join('、')}は、削除されたか、別のマップや拠点に移りました。ここでの変更は取り消しました。
          <Button type="link" size="small" onClick={onDismissLost}>
            閉じる
          </Button>
        </Banner>
      )}
      {map.type !== 2 && geometry.picture === null && (
        <Banner kind="prompt">
          このマップには、まだ図面がありません。図面はマップ設定で選べます。置いた位置は、図面の横と縦に対する割合で残ります。
        </Banner>
      )}
      {map.type === 3 && geometry.picture !== null && geometry.corners === null && (
        <Banner kind="prompt">図面を地図のどこに重ねるかが、まだ決まっていません。マップ設定の「地図の位置」で決めてください。</Banner>
      )}
    </div>
  )
}
