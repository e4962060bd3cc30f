import { message } from '@mimamori/contract/messages'
import { changeInWords, cautionOf, isPersonal, personalCaution } from './setting-words.ts'
import { useChannelNames } from '../organisation/settings/use-channel-names.ts'
import styles from './save-bar.module.css'
import type { ShownSetting } from './setting-state.ts'

// A dialog that has to be scrolled is not read.
const mostNamed = 8

/** What a save will change, and what of it makes alarms later or discloses personal data. */
export const SaveQuestion = ({ changed }: { readonly changed: readonly ShownSetting[] }) => {
  const channels = useChannelNames()
  const more = changed.length - mostNamed
  const cautions = changed.flatMap(({ name, value }) => cautionOf(name, value) ?? [])
  const leaving = changed.some(({ name, value }) => isPersonal(name) && value === '1')
  return (
    <>
      <ul className={styles['changes']}>
        {changed.slice(0, mostNamed).map((shown) => (
          <li key={shown.name.join()}>{changeInWords(shown, channels)}</li>
        ))}
        {more > 0 && <li>ほか{more}項目</li>}
      </ul>
      {[...cautions, ...(leaving ? [personalCaution] : [])].map((text) => (
        <p key={text} className={styles['caution']}>
          {text}
        </p>
      ))}
      <p>{message('C009')}</p>
    </>
  )
}
