import type { ErrorLine } from '../platform/call-error.ts'
import styles from './error-lines.module.css'
import { Phrase } from './phrase.tsx'

/** What went wrong, line by line; numbered rows of a file keep their number: 行番号 3：… */
export const ErrorLines = ({ lines }: { readonly lines: readonly ErrorLine[] }) => {
  return (
    lines.length > 0 && (
      <ul className={styles['lines']}>
        {lines.map(({ row, text }, index) => (
          <li key={index}>
            {row !== null && <span className={styles['row']}>行番号 {row}:</span>}
            <Phrase text={text} />
          </li>
        ))}
      </ul>
    )
  )
}
