import { useEffect, useId, useRef, useState } from 'react'
import type { SiteMap } from '@mimamori/contract/site-map'
import { whyNotAdded, whyNotTakenOff } from './availability.ts'
import { LocalPages } from '../kit/local-pages.tsx'
import { PlacedRow, type RowActions } from './placed-row.tsx'
import styles from './placed-table.module.css'
import { placedOf, type Placing } from './placing.ts'

type Props = {
  readonly map: SiteMap
  readonly placing: Placing
  /** Names of the site's places, offered where one is typed. */
  readonly places: readonly string[]
  readonly actions: RowActions
}

const pageSize = 50

// Within the table alone: on a phone the map must stay in sight while its pins are chosen.
const showRow = (frame: HTMLElement | null) => {
  const row = frame?.querySelector<HTMLElement>('[data-selected="true"]')
  const head = frame?.querySelector('thead')
  if (!frame || !row || !head) return
  const hidden = row.offsetTop - head.clientHeight - frame.scrollTop
  const beyond = row.offsetTop + row.offsetHeight - frame.clientHeight - frame.scrollTop
  if (hidden < 0) frame.scrollTop += hidden
  else if (beyond > 0) frame.scrollTop += beyond
}

/** The devices on the map, page by page; the one selected on the map comes into sight. */
export const PlacedTable = ({ map, placing, places, actions }: Props) => {
  const { devices, changes, selected, move, disputed } = placing
  const keys = placedOf(placing).map(({ key }) => key)
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(keys.length / pageSize))
  const here = Math.min(page, pages)
  const placeListId = useId()
  const frame = useRef<HTMLDivElement>(null)

  const index = selected === null ? -1 : keys.indexOf(selected)
  const ofSelected = index < 0 ? undefined : Math.floor(index / pageSize) + 1
  const [known, setKnown] = useState(selected)
  if (known !== selected) {
    setKnown(selected)
    if (ofSelected !== undefined) setPage(ofSelected)
  }
  useEffect(() => {
    showRow(frame.current)
  }, [selected, here])

  if (keys.length === 0)
    return (
      <p className={styles['none']} role="status">
        まだ機器を置いていません。上のボタンで機器を選ぶか、下の未配置の機器をマップへ動かしてください。
      </p>
    )
  return (
    <>
      <div ref={frame} className={styles['scroll']}>
        <table className={styles['table']} aria-label="置いた機器">
          <colgroup>
            <col className={styles['sign-column']} />
            <col className={styles['what-column']} />
            <col />
            <col className={styles['acts-column']} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">地図で選ぶ</span>
              </th>
              <th scope="col">機器</th>
              <th scope="col">場所の名前と位置</th>
              <th scope="col">
                <span className="visually-hidden">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.slice((here - 1) * pageSize, here * pageSize).map((key) => {
              const device = devices.get(key)
              return (
                device !== undefined && (
                  <PlacedRow
                    key={key}
                    device={device}
                    change={changes.get(key)}
                    isSelected={key === selected}
                    isMoving={move?.key === key && !move.isOver}
                    isDisputed={disputed.has(key) && changes.has(key)}
                    cloneHindrance={whyNotAdded(device.kind, map)}
                    takeOffHindrance={whyNotTakenOff(device.kind, map)}
                    placeListId={placeListId}
                    actions={actions}
                  />
                )
              )
            })}
          </tbody>
        </table>
      </div>
      <LocalPages className={styles['pages']} page={here} pageSize={pageSize} total={keys.length} onChange={setPage} />
      <datalist id={placeListId}>
        {places.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
