import LockOutlined from '@ant-design/icons/LockOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import type { SiteMap } from '@mimamori/contract/site-map'
import { Button } from 'antd'
import styles from './add-buttons.module.css'
import { additionNames, additions, whyNotAdded, type Addition } from './availability.ts'

type Props = { readonly map: SiteMap; readonly onAdd: (addition: Addition) => void }

/** A button for each kind of device; those the map does not take say why. */
export const AddButtons = ({ map, onAdd }: Props) => {
  const refused = additions.flatMap((addition) => whyNotAdded(addition, map) ?? [])
  return (
    <div className={styles['add']}>
      <div className={styles['buttons']}>
        {additions.map((addition) => {
          const why = whyNotAdded(addition, map)
          return (
            <Button
              key={addition}
              size="small"
              disabled={why !== undefined}
              title={why}
              icon={why === undefined ? <PlusOutlined aria-hidden="true" /> : <LockOutlined aria-hidden="true" />}
              aria-label={`${additionNames[addition]}を追加`}
              onClick={() => onAdd(addition)}
            >
              {additionNames[addition]}
            </Button>
          )
        })}
      </div>
      {refused.map((why) => (
        <p key={why}>{why}</p>
      ))}
    </div>
  )
}
