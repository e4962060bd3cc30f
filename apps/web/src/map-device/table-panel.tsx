import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { namedPlace } from '@mimamori/contract/named-place'
import type { SiteMap } from '@mimamori/contract/site-map'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Panel } from '../kit/panel.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import { queryOf } from '../platform/query.ts'
import { AddButtons } from './add-buttons.tsx'
import type { Addition } from './availability.ts'
import { hasLinked } from './followers.ts'
import type { RowActions } from './placed-row.tsx'
import { PlacedTable } from './placed-table.tsx'
import { mostPlaces, PlaceNamesDialog } from './place-names-dialog.tsx'
import { placedOf, type Placing } from './placing.ts'
import styles from './placement.module.css'

type Props = {
  readonly map: SiteMap
  readonly placing: Placing
  readonly actions: RowActions
  readonly onAdd: (addition: Addition) => void
}

/** The named places of the site; without them names are typed whole. */
const usePlaces = (officeId: number): readonly string[] => {
  const { data } = useQuery(queryOf(namedPlace.list, { query: { officeId, limit: mostPlaces } }))
  return useMemo(() => data?.data.map(({ name }) => name) ?? [], [data])
}

/** The devices on the map: what can be added, and each with its place. */
export const TablePanel = ({ map, placing, actions, onAdd }: Props) => {
  const places = usePlaces(map.officeId)
  const [asksNames, setAsksNames] = useState(false)
  const selected = placing.selected === null ? undefined : placing.devices.get(placing.selected)
  return (
    <Panel>
      <section className={styles['column']} aria-label="置いた機器">
        <header className={styles['head']}>
          <h2>置いた機器</h2>
          <span>{placedOf(placing).length}台</span>
          <div className={styles['names']}>
            <Button size="small" onClick={() => setAsksNames(true)}>
              場所の名前
            </Button>
          </div>
        </header>
        <AddButtons map={map} onAdd={onAdd} />
        <PlacedTable map={map} placing={placing} places={places} actions={actions} />
        {selected !== undefined && hasLinked(placing, selected) && (
          <p className={styles['linked']}>
            <InfoCircleOutlined aria-hidden="true" />
            <span>
              位置を変えると、この{deviceShapes[selected.word].name}とつながっている
              {selected.word === 'heat' ? '親機・子機' : '暑さ指数計と親機・子機'}の位置も変わります。保存のときに確かめます。
            </span>
          </p>
        )}
        {asksNames && <PlaceNamesDialog officeId={map.officeId} onClose={() => setAsksNames(false)} />}
      </section>
    </Panel>
  )
}
