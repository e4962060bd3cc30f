import type { Device } from '@mimamori/contract/device'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { orNone, TwoLines } from '../organisation/accounts/person-cells.tsx'
import styles from './cells.module.css'
import { TypeIcon } from './type-icon.tsx'

type Cell = { readonly row: Device }

/** The type, as picture and word. */
export const TypeOf = ({ row }: Cell) => (
  <span className={styles['type']}>
    <TypeIcon type={row.deviceType} />
    {row.deviceTypeValue}
  </span>
)

/** Who wears it now, with the way to them. */
export const Wearer = ({ row }: Cell) =>
  row.userId === null ? (
    orNone(null)
  ) : (
    <TwoLines
      first={
        <Link to={screens.workerEdit.path} params={{ id: String(row.userId) }}>
          {row.fullName ?? row.userName}
        </Link>
      }
      second={<span className="id">{row.userName}</span>}
    />
  )

/** The barometer a belt's height is measured against, with the way to it. */
export const LinkedBarometer = ({ row }: Cell) =>
  row.referenceBarometerId === null ? (
    orNone(null)
  ) : (
    <Link to={screens.barometerEdit.path} params={{ id: row.referenceBarometerId }} search={{ OfficeId: row.officeId }} className="id">
      {row.referenceBarometerId}
    </Link>
  )
