import type { Column } from '../kit/data-table.tsx'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import { orNone } from '../organisation/accounts/person-cells.tsx'
import styles from './device-columns.module.css'
import type { SiteDevice } from './site-device.ts'

/** What a dialog that chooses devices says of each. */
export const deviceColumns: readonly Column<SiteDevice, never>[] = [
  {
    key: 'serial',
    title: '機器',
    render: ({ word, serial }) => (
      <span className={styles['device']}>
        <DeviceMark word={word} size={24} decorative />
        <span>
          <span className="id">{serial}</span>　{deviceShapes[word].name}
        </span>
      </span>
    ),
  },
  { key: 'name', title: '場所の名前', render: ({ name }) => <span className={styles['name']}>{orNone(name === '' ? null : name)}</span> },
  { key: 'installation', title: '設置状況', render: ({ installation }) => installation },
]
