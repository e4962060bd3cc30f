import { screens } from '@mimamori/contract/screens'
import type { SiteMap } from '@mimamori/contract/site-map'
import { Button } from 'antd'
import { PageTitle } from '../kit/page-title.tsx'
import { useWayTo } from '../kit/use-way-to.ts'
import { MapFacts } from './map-facts.tsx'
import styles from './placement.module.css'
import type { useSave } from './use-save.ts'

type Props = { readonly map: SiteMap; readonly unsaved: number } & ReturnType<typeof useSave>

/** The screen's name, which map it is, what is unsaved and the ways to save it. */
export const Head = ({ map, unsaved, saving, save }: Props) => {
  const search = { OfficeId: map.officeId }
  const leave = useWayTo(screens.mapSetting, search)
  const saveAndLeave = async () => {
    if (await save()) leave()
  }
  return (
    <PageTitle back={screens.mapSetting} backSearch={search} count={<MapFacts map={map} />}>
      <span role="status" className={styles['unsaved']}>
        {unsaved > 0 && `未保存 ${unsaved}`}
      </span>
      <Button disabled={saving} onClick={() => void saveAndLeave()}>
        保存して戻る
      </Button>
      <Button type="primary" loading={saving} disabled={unsaved === 0} onClick={() => void save()}>
        保存する
      </Button>
    </PageTitle>
  )
}
