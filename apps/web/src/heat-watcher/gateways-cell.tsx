import type { HeatWatcher } from '@mimamori/contract/heat-watcher'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useOpener } from '../kit/use-opener.ts'
import styles from './columns.module.css'
import { GatewaysDialog } from './gateways-dialog.tsx'

/** So many serials fit a cell. */
const shown = 2

/** The gateways tied to a watcher, each with the way to it, and the way to tie others. */
export const GatewaysCell = ({ row }: { readonly row: HeatWatcher }) => {
  const dialog = useOpener()
  const rest = row.gatewayIDs.length - shown
  return (
    <span className={styles['tied']}>
      <span className={styles['serials']}>
        {row.gatewayIDs.length === 0 && <span className={styles['none']}>なし</span>}
        {row.gatewayIDs.slice(0, shown).map((serial, index) => (
          <span key={serial}>
            {index > 0 && '、'}
            <Link to={screens.gatewayList.path} search={{ officeId: row.officeId, serialNumber: serial }} className="id">
              {serial}
            </Link>
          </span>
        ))}
        {rest > 0 && <span className={styles['rest']}> ほか{rest}台</span>}
      </span>
      <Button size="small" aria-label={`${row.serialNumber}につながる親機・子機を登録`} onClick={dialog.open}>
        登録
      </Button>
      {dialog.isOpen && <GatewaysDialog watcher={row} onClose={dialog.close} />}
    </span>
  )
}
