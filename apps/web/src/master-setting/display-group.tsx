import { type DisplayType, isDisplayType } from '@mimamori/contract/display-items'
import { settingLabels } from '@mimamori/contract/setting-labels'
import { settingNames, settingOf, type SettingName } from '@mimamori/contract/settings'
import { Checkbox } from 'antd'
import styles from './display-group.module.css'
import { Origin } from './origin.tsx'
import { Caution } from './setting-row.tsx'
import { isPersonal, personalCaution } from './setting-words.ts'
import { idOf, type SettingForm } from './use-setting-form.ts'

const namesOf = (type: DisplayType): SettingName[] => settingNames.filter(([own]) => own === type)

/** True for what nobody may hide. */
const isFixed = (name: SettingName) => isDisplayType(name[0]) && !settingOf(...name).schema.safeParse('0').success

const Item = ({ form, name }: { readonly form: SettingForm; readonly name: SettingName }) => {
  const shown = form.shown(name)
  if (shown === undefined) return null
  return (
    <li className={styles['item']} data-changed={shown.changed}>
      <Checkbox
        id={idOf(name)}
        checked={shown.value === '1'}
        disabled={isFixed(name) || !form.mayEdit(name)}
        onChange={(event) => form.set(name, event.target.checked ? '1' : '0')}
      >
        {settingLabels[name[1]]}
      </Checkbox>
    </li>
  )
}

type DisplayGroupProps = {
  readonly form: SettingForm
  readonly type: DisplayType
  readonly title: string
}

/** The items of one list or of the mail: which of them are shown. */
export const DisplayGroup = ({ form, type, title }: DisplayGroupProps) => {
  const names = namesOf(type)
  const all = names.flatMap((name) => form.shown(name) ?? [])
  const leaving = all.some(({ name, value }) => isPersonal(name) && value === '1')
  const id = `items-${type}`
  return (
    <fieldset className={styles['group']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h3 id={id} className={styles['title']}>
          {title}
        </h3>
        <span className={styles['note']}>
          {all.length}のうち {all.filter(({ value }) => value === '1').length}
        </span>
        <Origin form={form} names={names} label={`${title}の項目`} />
      </div>
      <ul className={styles['items']}>
        {names.map((name) => (
          <Item key={name[1]} form={form} name={name} />
        ))}
      </ul>
      <div role="status">{leaving && <Caution>{personalCaution}</Caution>}</div>
    </fieldset>
  )
}
