import { Banner } from '../kit/banner.tsx'
import styles from './fault-summary.module.css'
import { partId, partNames } from './row-faults.ts'
import type { MapForm } from './use-map-form.ts'

/** Which rows are to be mended before a save, with a link to each faulty field; the others are as they were typed. */
export const FaultSummary = ({ rows, faults }: Pick<MapForm, 'rows' | 'faults'>) => {
  const faulty = rows.flatMap(({ key }, index) => (faults[key] === undefined ? [] : [{ key, number: index + 1, faults: faults[key] }]))
  if (faulty.length === 0) return null
  const links = faulty.flatMap(({ key, number, faults: found }) =>
    found.map(({ part, text }) => ({
      id: partId(key, part ?? 'locationName'),
      key: `${key} ${part} ${text}`,
      words: [...(faulty.length > 1 ? [`${number}行目`] : []), part === null ? '内容' : partNames[part]].join(' '),
    })),
  )
  const others = rows.length - faulty.length
  return (
    <div className={styles['summary']}>
      <Banner kind="failure">
        <div className={styles['line']}>
          <strong>{faulty.map(({ number }) => `${number}行目`).join('、')}を直すと保存できます。</strong>
          <ul className={styles['links']}>
            {links.map(({ id, key, words }) => (
              <li key={key}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {words}
                </a>
              </li>
            ))}
          </ul>
          {others > 0 && <span className={styles['rest']}>ほかの{others}行は入力のまま残っています</span>}
        </div>
      </Banner>
    </div>
  )
}
