import type { SettingName } from '@mimamori/contract/settings'
import { AddressSelect } from '../organisation/settings/address-select.tsx'
import { SettingRow } from './setting-row.tsx'
import type { SettingForm } from './use-setting-form.ts'

type AddressFieldProps = { readonly form: SettingForm; readonly name: SettingName; readonly label: string }

const isEmptied = (form: SettingForm, name: SettingName) => {
  const shown = form.shown(name)
  return shown !== undefined && shown.own && shown.value === ''
}

/** Addresses that mails go to. */
export const AddressField = ({ form, name, label }: AddressFieldProps) => (
  <SettingRow
    form={form}
    name={name}
    label={label}
    {...(isEmptied(form, name) && { hint: 'だれも入っていません。会社の宛先も使いません。' })}
  >
    {({ set, ...control }) => <AddressSelect {...control} onChange={set} />}
  </SettingRow>
)
