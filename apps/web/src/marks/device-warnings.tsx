import { deviceWarningAdvice, deviceWarningNames, type DeviceWarning } from '@mimamori/contract/device-warning'
import styles from './device-warnings.module.css'

/** What somebody should look at of a device, each with what to do; nothing where there is nothing. */
export const DeviceWarnings = ({ warnings }: { readonly warnings: readonly DeviceWarning[] }) =>
  warnings.length > 0 && (
    <ul className={styles['warnings']}>
      {warnings.map((warning) => (
        <li key={warning}>
          <b>{deviceWarningNames[warning]}</b>
          <span className={styles['advice']}>{deviceWarningAdvice[warning]}</span>
        </li>
      ))}
    </ul>
  )
