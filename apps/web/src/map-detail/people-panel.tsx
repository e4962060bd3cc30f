import { Button } from 'antd'
import { useViewer } from '../platform/viewer.ts'
import { ChosenPerson } from './chosen-person.tsx'
import styles from './detail-screen.module.css'
import type { Detail } from './use-detail.ts'
import { WorkerTable } from './worker-table.tsx'

type Props = { readonly detail: Detail }
type PanelProps = Props & { readonly isStacked: boolean }

/** Why there is nobody, and the way out. */
const Nobody = ({ detail: { map, gateway, groupId, onDevice, go } }: Props) => {
  const viewer = useViewer()
  const isGroupChosen = groupId !== undefined && viewer.groupId === null
  return (
    <div className={styles['nobody']} role="status">
      {gateway !== undefined ? (
        <>
          <p>この親機・子機に届いている作業者はいません。</p>
          <Button size="small" onClick={() => onDevice(null)}>
            絞り込みを解除
          </Button>
        </>
      ) : isGroupChosen ? (
        <>
          <p>このグループの作業者は、いまこのマップにいません。</p>
          <Button size="small" onClick={() => go({ groupId: undefined })}>
            すべてのグループを表示
          </Button>
        </>
      ) : (
        <>
          <p>いまこのマップにいる作業者はいません。</p>
          {map?.type === 1 && map.listGateways.length === 0 && (
            <p className={styles['hint']}>親機を図面に置くと、その親機に届いた作業者がここに出ます。</p>
          )}
        </>
      )}
    </div>
  )
}

/** Who is on the map, the worst first; of the chosen gateway alone where there is one. */
export const PeoplePanel = ({ detail, isStacked }: PanelProps) => {
  const { listed, gateway, pin, userId, onPerson, onDevice, handlers } = detail
  return (
    <section className={styles['people']} aria-labelledby="people">
      <header className={styles['heading']}>
        <h2 id="people">作業者</h2>
        <span className={styles['count']} role="status">
          {gateway !== undefined && `${pin?.name ?? gateway} `}
          {listed.length.toLocaleString('ja-JP')}人
        </span>
        {gateway !== undefined && (
          <Button size="small" className={styles['end'] ?? ''} onClick={() => onDevice(null)}>
            絞り込みを解除
          </Button>
        )}
      </header>
      <div className={styles['rows']} {...handlers}>
        {listed.length === 0 ? <Nobody detail={detail} /> : <WorkerTable workers={listed} chosen={userId} onChoose={onPerson} />}
      </div>
      {/* In the room of the hint, so that no row moves under the pointer that chose it. */}
      {userId !== undefined && !isStacked ? (
        <ChosenPerson detail={detail} />
      ) : (
        <p className={styles['foot']}>名前を押すと体調詳細を開きます。地図の親機を押すと、その親機の作業者だけを表示します。</p>
      )}
    </section>
  )
}
