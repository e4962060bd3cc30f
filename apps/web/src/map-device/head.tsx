import { screens } from '@mimamori/contract/screens'
import type { SiteMap } from '@mimamori/contract/site-map'
import { Button } from 'antd'
import { PageTitle } from '../kit/page-title.tsx'
import { MapFacts } from './map-facts.tsx'
import styles from './placement.module.css'
import type { useSave } from './use-save.ts'

type Props = { readonly map: SiteMap; readonly unsaved: number; readonly onLeave: () => void } & ReturnType<typeof useSave>

/** The screen's name, which map it is, what is unsaved and the ways to save it. */
export const Head = ({ map, unsaved, onLeave, saving, save }: Props) => {
  const saveAndLeave = async () => {
    if (await save()) onLeave()
  }
  return (
    <PageTitle back={screens.mapSetting} backSearch={{ OfficeId: map.officeId }} count={<MapFacts map={map} />}>
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
