import type { Duty } from '@mimamori/contract/duty'
import { procedureSteps } from '@mimamori/contract/procedure-steps'
import { languages } from '@mimamori/contract/language'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './procedures-panel.module.css'
import { languageInWords } from './words.ts'

/** The languages in which people read the text: all of the usual one, of the site's own those that it is translated into. */
const languagesOf = ({ isUsual, texts }: Duty): string => {
  if (isUsual) return `${languages.length}言語`
  const own = languages.filter((code) => texts[code] !== undefined)
  return own.length === 0 ? '日本語だけ' : `日本語、${own.map(languageInWords).join('、')}`
}

/** The steps of a version, as people are to know them. */
export const Steps = ({ text }: { readonly text: string }) => (
  <ol className={styles['steps']}>
    {procedureSteps(text).map((step, index) => (
      <li key={`${String(index)} ${step}`}>{step}</li>
    ))}
  </ol>
)

type Props = { readonly duty: Duty; readonly side?: ReactNode }

/** The procedures of the version in force. */
export const ProceduresPanel = ({ duty, side }: Props) => {
  const { version, validFrom } = duty
  const title = version === 0 ? '手順' : `手順　版${version}`
  return (
    <Card title={title} note={[validFrom === null ? '' : `${validFrom}から`, languagesOf(duty)].filter(Boolean).join('・')} side={side}>
      <Steps text={duty.procedures} />
    </Card>
  )
}
